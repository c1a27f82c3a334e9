package io.cambric.io.onnx;

import io.cambric.array.Shape;
import io.cambric.errors.DataException;
import io.cambric.errors.ShapeException;
import io.cambric.file.support.Quoted;
import io.cambric.io.protobuf.ProtoReader;
import io.cambric.io.protobuf.ProtoSource;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the description of one tensor. It counts the elements to check the description, and leaves
 * them in place. Mutable, for one tensor.
 */
final class TensorReader {

  private static final int MAX_RANK = 64;

  private static final int EXTERNAL = 1;

  private final ProtoSource source;
  private final ExternalFiles files;
  private String name = "";
  private long[] dims = new long[4];
  private int rank;
  private int code;
  private boolean external;
  private boolean segmented;
  private final Map<String, String> place = new LinkedHashMap<>();
  private @Nullable MemorySegment raw;

  /** The number of values in each field. */
  private final long[] counts = new long[TensorFields.UINT64_DATA + 1];

  private TensorReader(ProtoSource source, ExternalFiles files) {
    this.source = source;
    this.files = files;
  }

  /**
   * {@return the tensor in the current field of a message}
   *
   * @throws DataException if its elements do not fit its type and shape
   */
  static OnnxTensor read(ProtoSource source, ExternalFiles files, ProtoReader outer) {
    var reader = new TensorReader(source, files);
    reader.readFields(outer.message());
    return reader.tensor(outer.bytes());
  }

  private void readFields(ProtoReader fields) {
    while (fields.next()) {
      switch (fields.field()) {
        case TensorFields.DIMS -> fields.varints(dim -> addDim(fields, dim));
        case TensorFields.DATA_TYPE -> code = fields.int32();
        case TensorFields.SEGMENT -> segmented = true;
        case TensorFields.NAME -> name = fields.string();
        case TensorFields.RAW_DATA -> {
          raw = fields.bytes();
          counts[TensorFields.RAW_DATA] = raw.byteSize();
        }
        case TensorFields.FLOAT_DATA ->
            counts[TensorFields.FLOAT_DATA] += fields.floatBytes().byteSize() / Float.BYTES;
        case TensorFields.DOUBLE_DATA ->
            counts[TensorFields.DOUBLE_DATA] += fields.doubleBytes().byteSize() / Double.BYTES;
        case TensorFields.INT32_DATA, TensorFields.INT64_DATA, TensorFields.UINT64_DATA ->
            fields.varints(_ -> counts[fields.field()]++);
        case TensorFields.STRING_DATA -> {
          fields.string();
          counts[TensorFields.STRING_DATA]++;
        }
        case TensorFields.EXTERNAL_DATA -> StringEntry.read(fields.message()).putInto(place);
        case TensorFields.DATA_LOCATION -> external = fields.int32() == EXTERNAL;
        default -> {}
      }
    }
  }

  private void addDim(ProtoReader fields, long dim) {
    if (rank == MAX_RANK) {
      throw fields.malformed("a tensor has more than %d dims", MAX_RANK);
    }
    if (rank == dims.length) {
      dims = Arrays.copyOf(dims, 2 * rank);
    }
    dims[rank++] = dim;
  }

  private OnnxTensor tensor(MemorySegment message) {
    var type = OnnxType.of(code);
    if (type == null) {
      throw malformed("has the data type %d, which ONNX does not define".formatted(code));
    }
    if (segmented) {
      throw malformed("is a segment of another tensor, which Cambric does not support");
    }
    var shape = shape();
    return new OnnxTensor(name, type, shape, elements(type, shape, message));
  }

  private Shape shape() {
    var sizes = new int[rank];
    for (int i = 0; i < rank; i++) {
      if (dims[i] < 0 || dims[i] > Shape.MAX_SIZE) {
        throw malformed(
            "has a dim of %d, but sizes must be from 0 to %d".formatted(dims[i], Shape.MAX_SIZE));
      }
      sizes[i] = (int) dims[i];
    }
    try {
      return Shape.of(sizes);
    } catch (ShapeException e) {
      throw malformed(
          "has the dims %s, whose product is more than %d"
              .formatted(Arrays.toString(sizes), Shape.MAX_SIZE));
    }
  }

  private Elements elements(OnnxType type, Shape shape, MemorySegment message) {
    if (external) {
      if (type == OnnxType.STRING) {
        throw malformed("has strings in an external file, where ONNX allows only numbers");
      }
      requireNoOther(-1);
      return new Elements.Stored(files.range(source, name, place, type.bytes(shape)));
    }
    if (raw != null && type != OnnxType.STRING) {
      requireNoOther(TensorFields.RAW_DATA);
      requireCount(type, shape, TensorFields.RAW_DATA, type.bytes(shape), "bytes");
      return new Elements.Stored(raw);
    }
    requireNoOther(type.valuesField());
    requireCount(type, shape, type.valuesField(), type.values(shape), "values");
    return new Elements.Listed(source, message);
  }

  private void requireNoOther(int field) {
    for (int i = 0; i < counts.length; i++) {
      if (i != field && counts[i] > 0) {
        throw malformed(
            "has elements in %s, where %s"
                .formatted(
                    TensorFields.name(i),
                    field < 0
                        ? "they are in an external file"
                        : "those of its type are in " + TensorFields.name(field)));
      }
    }
  }

  private void requireCount(OnnxType type, Shape shape, int field, long needed, String unit) {
    if (counts[field] != needed) {
      throw malformed(
          "of type %s and shape %s needs %d %s, but %s has %d"
              .formatted(type, shape, needed, unit, TensorFields.name(field), counts[field]));
    }
  }

  private DataException malformed(String what) {
    return source.malformed("tensor %s %s".formatted(Quoted.of(name), what));
  }
}
