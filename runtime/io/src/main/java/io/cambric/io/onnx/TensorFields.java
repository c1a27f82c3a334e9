package io.cambric.io.onnx;

/** The numbers of the fields of {@code TensorProto}. */
final class TensorFields {

  static final int DIMS = 1;
  static final int DATA_TYPE = 2;
  static final int SEGMENT = 3;
  static final int FLOAT_DATA = 4;
  static final int INT32_DATA = 5;
  static final int STRING_DATA = 6;
  static final int INT64_DATA = 7;
  static final int NAME = 8;
  static final int RAW_DATA = 9;
  static final int DOUBLE_DATA = 10;
  static final int UINT64_DATA = 11;
  static final int EXTERNAL_DATA = 13;
  static final int DATA_LOCATION = 14;

  private TensorFields() {}

  /** {@return the name of a field with elements} */
  static String name(int field) {
    return switch (field) {
      case FLOAT_DATA -> "float_data";
      case INT32_DATA -> "int32_data";
      case STRING_DATA -> "string_data";
      case INT64_DATA -> "int64_data";
      case RAW_DATA -> "raw_data";
      case DOUBLE_DATA -> "double_data";
      case UINT64_DATA -> "uint64_data";
      default -> throw new IllegalArgumentException("field " + field + " has no elements");
    };
  }
}
