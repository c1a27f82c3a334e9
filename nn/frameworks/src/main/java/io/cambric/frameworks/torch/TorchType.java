package io.cambric.frameworks.torch;

import io.cambric.array.DType;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The dtypes of PyTorch and NumPy, and the numbers that their elements consist of: two for complex
 * dtypes, the bits for float8.
 */
enum TorchType {
  BOOL("bool", DType.BOOL),
  UINT8("uint8", DType.U8),
  UINT16("uint16", DType.U16),
  UINT32("uint32", DType.U32),
  UINT64("uint64", DType.U64),
  INT8("int8", DType.I8),
  INT16("int16", DType.I16),
  INT32("int32", DType.I32),
  INT64("int64", DType.I64),
  BFLOAT16("bfloat16", DType.BF16),
  FLOAT16("float16", DType.F16),
  FLOAT32("float32", DType.F32),
  FLOAT64("float64", DType.F64),
  COMPLEX32("complex32", DType.U16, 2),
  COMPLEX64("complex64", DType.U32, 2),
  COMPLEX128("complex128", DType.U64, 2),
  FLOAT8_E4M3FN("float8_e4m3fn", DType.U8, 1),
  FLOAT8_E4M3FNUZ("float8_e4m3fnuz", DType.U8, 1),
  FLOAT8_E5M2("float8_e5m2", DType.U8, 1),
  FLOAT8_E5M2FNUZ("float8_e5m2fnuz", DType.U8, 1),
  FLOAT8_E8M0FNU("float8_e8m0fnu", DType.U8, 1);

  private static final Map<String, TorchType> BY_NAME =
      Stream.of(values()).collect(Collectors.toMap(TorchType::text, Function.identity()));

  /** The names of the classes of storages, without their ending. */
  private static final Map<String, TorchType> BY_STORAGE =
      Map.ofEntries(
          Map.entry("Bool", BOOL),
          Map.entry("Byte", UINT8),
          Map.entry("Char", INT8),
          Map.entry("Short", INT16),
          Map.entry("Int", INT32),
          Map.entry("Long", INT64),
          Map.entry("BFloat16", BFLOAT16),
          Map.entry("Half", FLOAT16),
          Map.entry("Float", FLOAT32),
          Map.entry("Double", FLOAT64),
          Map.entry("ComplexFloat", COMPLEX64),
          Map.entry("ComplexDouble", COMPLEX128),
          Map.entry("Untyped", UINT8));

  private static final String STORAGE = "Storage";

  private final String text;
  private final DType unit;
  private final int units;
  private final boolean computable;

  TorchType(String text, DType dtype) {
    this.text = text;
    this.unit = dtype;
    this.units = 1;
    this.computable = true;
  }

  TorchType(String text, DType unit, int units) {
    this.text = text;
    this.unit = unit;
    this.units = units;
    this.computable = false;
  }

  /** {@return the dtype of a name of PyTorch, such as {@code float32}} */
  static Optional<TorchType> of(String name) {
    return Optional.ofNullable(BY_NAME.get(name));
  }

  /** {@return the dtype of a class of storages, such as {@code FloatStorage}} */
  static Optional<TorchType> ofStorage(String name) {
    return name.endsWith(STORAGE)
        ? Optional.ofNullable(BY_STORAGE.get(name.substring(0, name.length() - STORAGE.length())))
        : Optional.empty();
  }

  /** {@return the dtype of NumPy's code of a kind and a number of bytes, such as {@code f4}} */
  static Optional<TorchType> ofNumpy(String code) {
    return switch (code) {
      case "b1" -> Optional.of(BOOL);
      case "c8" -> Optional.of(COMPLEX64);
      case "c16" -> Optional.of(COMPLEX128);
      default -> {
        var kind =
            switch (code.isEmpty() ? ' ' : code.charAt(0)) {
              case 'f' -> "float";
              case 'i' -> "int";
              case 'u' -> "uint";
              default -> "none";
            };
        yield switch (code.substring(Math.min(1, code.length()))) {
          case "1" -> of(kind + "8");
          case "2" -> of(kind + "16");
          case "4" -> of(kind + "32");
          case "8" -> of(kind + "64");
          default -> Optional.empty();
        };
      }
    };
  }

  /** {@return the name in PyTorch and NumPy} */
  String text() {
    return text;
  }

  /** {@return the dtype of Cambric; null if it has none} */
  @Nullable DType dtype() {
    return computable ? unit : null;
  }

  /** {@return the dtype of the numbers of an element} */
  DType unit() {
    return unit;
  }

  /** {@return how many numbers an element consists of} */
  int units() {
    return units;
  }

  /** {@return the bytes of an element} */
  int bytes() {
    return units * unit.bytes();
  }

  /** {@return whether an element has a sign bit, the highest one of each of its numbers} */
  boolean isSigned() {
    return units == 2 || unit.isFloating();
  }

  /** {@return the name in Python, such as {@code torch.float32}} */
  @Override
  public String toString() {
    return "torch." + text;
  }
}
