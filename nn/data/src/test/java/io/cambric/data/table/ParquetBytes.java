package io.cambric.data.table;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** A Parquet file of one row group, as bytes. */
final class ParquetBytes {

  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
  private static final int PLAIN = 0;
  private static final int GZIP = 2;
  private static final int INT32 = 1;
  private static final int INT64 = 2;
  private static final int FLOAT = 4;
  private static final int BYTE_ARRAY = 6;
  private static final int FIXED = 7;

  /** The converted type of text. */
  private static final int UTF8 = 0;

  /**
   * The meaning of the values of a column, in the older form: a converted type, of decimals more.
   */
  record Converted(int type, int scale, int precision) {

    static Converted of(int type) {
      return new Converted(type, 0, 0);
    }
  }

  /**
   * A column whose values are required: the number of its type, the bytes of a value where all have
   * the same, and its plain encoding.
   */
  record Column(
      String name, int type, int length, int count, byte[] values, @Nullable Converted converted) {

    private Column(String name, int type, int count, byte[] values) {
      this(name, type, 0, count, values, null);
    }

    /** {@return this column with a converted type} */
    Column as(Converted type) {
      return new Column(name, this.type, length, count, values, type);
    }

    static Column longs(String name, long... values) {
      var bytes = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
      for (long value : values) {
        bytes.putLong(value);
      }
      return new Column(name, INT64, values.length, bytes.array());
    }

    static Column fixed(String name, int length, byte[] values) {
      return new Column(name, FIXED, length, values.length / length, values, null);
    }

    static Column bytes(String name, byte[]... values) {
      var out = new ByteArrayOutputStream();
      for (var value : values) {
        var length = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(value.length);
        out.writeBytes(length.array());
        out.writeBytes(value);
      }
      return new Column(name, BYTE_ARRAY, values.length, out.toByteArray());
    }

    static Column ints(String name, int... values) {
      var bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
      for (int value : values) {
        bytes.putInt(value);
      }
      return new Column(name, INT32, values.length, bytes.array());
    }

    static Column floats(String name, float... values) {
      var bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
      for (float value : values) {
        bytes.putFloat(value);
      }
      return new Column(name, FLOAT, values.length, bytes.array());
    }

    static Column texts(String name, String... values) {
      return bytes(
              name,
              Stream.of(values)
                  .map(text -> text.getBytes(StandardCharsets.UTF_8))
                  .toArray(byte[][]::new))
          .as(Converted.of(UTF8));
    }
  }

  private ParquetBytes() {}

  static byte[] of(List<Column> columns) {
    return of(columns, PLAIN);
  }

  /** {@return the file with its pages packed by gzip} */
  static byte[] packed(List<Column> columns) {
    return of(columns, GZIP);
  }

  private static byte[] of(List<Column> columns, int codec) {
    var out = new ByteArrayOutputStream();
    out.writeBytes(MAGIC);
    int rows = columns.getFirst().count();
    var chunks = new Thrift();
    chunks.list(1, Thrift.STRUCT, columns.size());
    int total = 0;
    for (var column : columns) {
      int offset = out.size();
      byte[] values = codec == GZIP ? gzip(column.values()) : column.values();
      out.writeBytes(pageHeader(column, values.length));
      out.writeBytes(values);
      chunk(chunks, column, codec, offset, out.size() - offset);
      total += out.size() - offset;
    }
    chunks.i64(2, total).i64(3, rows).stop();

    var footer = new Thrift();
    footer.i32(1, 1);
    footer.list(2, Thrift.STRUCT, columns.size() + 1);
    footer.begin().text(4, "schema").i32(5, columns.size()).stop();
    for (var column : columns) {
      footer.begin().i32(1, column.type());
      if (column.length() > 0) {
        footer.i32(2, column.length());
      }
      footer.i32(3, 0).text(4, column.name());
      var converted = column.converted();
      if (converted != null) {
        footer.i32(6, converted.type()).i32(7, converted.scale()).i32(8, converted.precision());
      }
      footer.stop();
    }
    footer.i64(3, rows).list(4, Thrift.STRUCT, 1).bytes(chunks.toBytes()).stop();
    out.writeBytes(footer.toBytes());
    var end = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN);
    out.writeBytes(end.putInt(footer.toBytes().length).array());
    out.writeBytes(MAGIC);
    return out.toByteArray();
  }

  private static byte[] gzip(byte[] values) {
    var packed = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(packed)) {
      out.write(values);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return packed.toByteArray();
  }

  private static byte[] pageHeader(Column column, int packed) {
    var header = new Thrift();
    int size = column.values().length;
    header.i32(1, 0).i32(2, size).i32(3, packed).struct(5);
    // Plain values; levels take no bytes.
    header.i32(1, column.count()).i32(2, 0).i32(3, 3).i32(4, 3).stop();
    return header.stop().toBytes();
  }

  private static void chunk(Thrift chunks, Column column, int codec, int offset, int size) {
    chunks.begin().i64(2, offset).struct(3);
    chunks.i32(1, column.type());
    chunks.list(2, Thrift.I32, 1).zigzag(0);
    chunks.list(3, Thrift.BINARY, 1).string(column.name());
    chunks.i32(4, codec).i64(5, column.count()).i64(6, size).i64(7, size).i64(9, offset).stop();
    chunks.stop();
  }
}
