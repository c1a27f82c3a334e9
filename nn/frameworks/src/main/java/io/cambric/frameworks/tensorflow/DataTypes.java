package io.cambric.frameworks.tensorflow;

/** The dtypes of TensorFlow: their numbers in files, and their names, which are those of NumPy. */
final class DataTypes {

  /** Texts, or other bytes. */
  static final String STRING = "string";

  private DataTypes() {}

  /** {@return the name of a number; {@code DT_} and the number for one of a later version} */
  static String name(int number) {
    return switch (number) {
      case 1 -> "float32";
      case 2 -> "float64";
      case 3 -> "int32";
      case 4 -> "uint8";
      case 5 -> "int16";
      case 6 -> "int8";
      case 7 -> STRING;
      case 8 -> "complex64";
      case 9 -> "int64";
      case 10 -> "bool";
      case 11 -> "qint8";
      case 12 -> "quint8";
      case 13 -> "qint32";
      case 14 -> "bfloat16";
      case 15 -> "qint16";
      case 16 -> "quint16";
      case 17 -> "uint16";
      case 18 -> "complex128";
      case 19 -> "float16";
      case 20 -> "resource";
      case 21 -> "variant";
      case 22 -> "uint32";
      case 23 -> "uint64";
      case 24 -> "float8_e5m2";
      case 25 -> "float8_e4m3fn";
      case 26 -> "float8_e4m3fnuz";
      case 27 -> "float8_e4m3b11fnuz";
      case 28 -> "float8_e5m2fnuz";
      case 29 -> "int4";
      case 30 -> "uint4";
      case 31 -> "int2";
      case 32 -> "uint2";
      default -> "DT_" + number;
    };
  }
}
