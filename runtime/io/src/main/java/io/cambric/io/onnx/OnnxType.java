package io.cambric.io.onnx;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The element types of tensors, with the names of ONNX. */
public enum OnnxType {
  FLOAT(1, DType.F32, TensorFields.FLOAT_DATA),
  UINT8(2, DType.U8, TensorFields.INT32_DATA),
  INT8(3, DType.I8, TensorFields.INT32_DATA),
  UINT16(4, DType.U16, TensorFields.INT32_DATA),
  INT16(5, DType.I16, TensorFields.INT32_DATA),
  INT32(6, DType.I32, TensorFields.INT32_DATA),
  INT64(7, DType.I64, TensorFields.INT64_DATA),
  STRING(8, "str", 0, TensorFields.STRING_DATA),
  BOOL(9, DType.BOOL, TensorFields.INT32_DATA),
  FLOAT16(10, DType.F16, TensorFields.INT32_DATA),
  DOUBLE(11, DType.F64, TensorFields.DOUBLE_DATA),
  UINT32(12, DType.U32, TensorFields.UINT64_DATA),
  UINT64(13, DType.U64, TensorFields.UINT64_DATA),
  COMPLEX64(14, "complex64", 64, TensorFields.FLOAT_DATA),
  COMPLEX128(15, "complex128", 128, TensorFields.DOUBLE_DATA),
  BFLOAT16(16, DType.BF16, TensorFields.INT32_DATA),
  FLOAT8E4M3FN(17, "float8_e4m3fn", 8, TensorFields.INT32_DATA),
  FLOAT8E4M3FNUZ(18, "float8_e4m3fnuz", 8, TensorFields.INT32_DATA),
  FLOAT8E5M2(19, "float8_e5m2", 8, TensorFields.INT32_DATA),
  FLOAT8E5M2FNUZ(20, "float8_e5m2fnuz", 8, TensorFields.INT32_DATA),
  UINT4(21, "uint4", 4, TensorFields.INT32_DATA),
  INT4(22, "int4", 4, TensorFields.INT32_DATA),
  FLOAT4E2M1(23, "float4_e2m1fn", 4, TensorFields.INT32_DATA),
  FLOAT8E8M0(24, "float8_e8m0fnu", 8, TensorFields.INT32_DATA),
  UINT2(25, "uint2", 2, TensorFields.INT32_DATA),
  INT2(26, "int2", 2, TensorFields.INT32_DATA);

  private final int code;
  private final @Nullable DType dtype;
  private final String numpyName;
  private final int bits;
  private final int valuesField;

  OnnxType(int code, DType dtype, int valuesField) {
    this.code = code;
    this.dtype = dtype;
    this.numpyName = dtype.jaxName();
    this.bits = dtype.bytes() * Byte.SIZE;
    this.valuesField = valuesField;
  }

  OnnxType(int code, String numpyName, int bits, int valuesField) {
    this.code = code;
    this.dtype = null;
    this.numpyName = numpyName;
    this.bits = bits;
    this.valuesField = valuesField;
  }

  /** {@return the type for a code in files; null for a code without a type} */
  static @Nullable OnnxType of(long code) {
    for (var type : values()) {
      if (type.code == code) {
        return type;
      }
    }
    return null;
  }

  /** {@return the dtype; empty if Cambric does not compute with it} */
  public Optional<DType> dtype() {
    return Optional.ofNullable(dtype);
  }

  /** {@return the name of the dtype in NumPy, {@code str} for texts} */
  public String numpyName() {
    return numpyName;
  }

  /** {@return the bits of an element in a file; 0 for texts} */
  int bits() {
    return bits;
  }

  /** {@return whether several elements share a byte} */
  boolean isPacked() {
    return bits > 0 && bits < Byte.SIZE;
  }

  /** {@return the field of a tensor that has values of this type one by one} */
  int valuesField() {
    return valuesField;
  }

  /** {@return the number of bytes of the elements, with the last byte padded} */
  long bytes(Shape shape) {
    return ((long) shape.size() * bits + Byte.SIZE - 1) / Byte.SIZE;
  }

  /** {@return the number of values in their field: parts of numbers, or bytes of packed numbers} */
  long values(Shape shape) {
    return switch (this) {
      case COMPLEX64, COMPLEX128 -> 2L * shape.size();
      default -> isPacked() ? bytes(shape) : shape.size();
    };
  }

  /** {@return the number of bytes of one value in that field} */
  int valueBytes() {
    return switch (this) {
      case COMPLEX64 -> Float.BYTES;
      case COMPLEX128 -> Double.BYTES;
      default -> Math.max(1, bits / Byte.SIZE);
    };
  }
}
