package io.cambric.data.table;

import dev.hardwood.reader.RowReader;
import io.cambric.data.Reading;
import io.cambric.data.record.RecordType;
import io.cambric.errors.DataException;
import io.cambric.io.file.Quoted;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The rows of a Parquet file as records; mutable. */
final class ParquetRows<R extends Record> implements Reading<R> {

  private final OpenParquet file;
  private final RecordType<R> type;
  private final RowReader rows;
  private final int[] places;
  private long number;

  ParquetRows(OpenParquet file, RecordType<R> type) {
    this.file = file;
    this.type = type;
    try {
      var columns = file.columns();
      this.places = type.places(columns, file.name());
      file.requireBounded(IntStream.range(0, columns.size()).boxed().toList());
      this.rows = file.call(() -> file.reader().rowReader());
    } catch (DataException e) {
      file.close();
      throw e;
    }
  }

  @Override
  public @Nullable R next() {
    return file.<@Nullable R>call(() -> {
      if (!rows.hasNext()) {
        return null;
      }
      rows.next();
      number++;
      var values = new Object[places.length];
      for (int i = 0; i < values.length; i++) {
        values[i] = value(i);
      }
      return type.make(values, () -> "%s, row %d".formatted(file.name(), number));
    });
  }

  private Object value(int component) {
    int place = places[component];
    var wanted = type.type(component).getName();
    if (rows.isNull(place)) {
      return missing(component, wanted);
    }
    return switch (wanted) {
      case "float" -> rows.getFloat(place);
      case "double" -> rows.getDouble(place);
      case "long" -> rows.getLong(place);
      case "int" -> rows.getInt(place);
      case "short" -> (short) inRange(component, Short.MIN_VALUE, Short.MAX_VALUE);
      case "byte" -> (byte) inRange(component, Byte.MIN_VALUE, Byte.MAX_VALUE);
      case "boolean" -> rows.getBoolean(place);
      default -> rows.getString(place);
    };
  }

  private int inRange(int component, int least, int most) {
    int value = rows.getInt(places[component]);
    if (value < least || value > most) {
      throw unfit(component, "has %d".formatted(value));
    }
    return value;
  }

  private Object missing(int component, String wanted) {
    return switch (wanted) {
      case "float" -> Float.NaN;
      case "double" -> Double.NaN;
      default -> throw unfit(component, "has none");
    };
  }

  private DataException unfit(int component, String came) {
    return new DataException(
        "%s, row %d, column %s needs a %s, but %s. Change the record, or mend the file."
            .formatted(
                file.name(),
                number,
                Quoted.of(type.names().get(component)),
                type.type(component).getSimpleName(),
                came));
  }

  @Override
  public void close() {
    try {
      file.call(() -> {
        rows.close();
        return null;
      });
    } finally {
      file.close();
    }
  }
}
