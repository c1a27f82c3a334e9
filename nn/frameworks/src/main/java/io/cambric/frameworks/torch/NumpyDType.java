package io.cambric.frameworks.torch;

import io.cambric.serialization.ComplexNumber;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A dtype of NumPy. Mutable, since a pickle makes it before it says the order of its bytes. */
final class NumpyDType {

  private final TorchType type;
  private ByteOrder order = ByteOrder.LITTLE_ENDIAN;

  NumpyDType(TorchType type) {
    this.type = type;
  }

  void setOrder(ByteOrder order) {
    this.order = order;
  }

  TorchType type() {
    return type;
  }

  ByteOrder order() {
    return order;
  }

  /** {@return the plain value of one element} */
  Object value(ByteBuffer element) {
    var bytes = element.duplicate().order(order);
    return switch (type) {
      case BOOL -> bytes.get() != 0;
      case INT8 -> (long) bytes.get();
      case INT16 -> (long) bytes.getShort();
      case INT32 -> (long) bytes.getInt();
      case INT64 -> bytes.getLong();
      case UINT8 -> (long) Byte.toUnsignedInt(bytes.get());
      case UINT16 -> (long) Short.toUnsignedInt(bytes.getShort());
      case UINT32 -> Integer.toUnsignedLong(bytes.getInt());
      case UINT64 -> unsigned(bytes.getLong());
      case FLOAT16 -> (double) Float.float16ToFloat(bytes.getShort());
      case FLOAT32 -> (double) bytes.getFloat();
      case FLOAT64 -> bytes.getDouble();
      case COMPLEX64 -> new ComplexNumber(bytes.getFloat(), bytes.getFloat());
      case COMPLEX128 -> new ComplexNumber(bytes.getDouble(), bytes.getDouble());
      default -> throw new AssertionError(type);
    };
  }

  private static Object unsigned(long bits) {
    return bits >= 0 ? (Object) bits : new BigInteger(Long.toUnsignedString(bits));
  }

  @Override
  public String toString() {
    return "NumPy's dtype " + type.text();
  }
}
