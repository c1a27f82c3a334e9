package io.cambric.array;

import io.cambric.errors.DTypeException;

/**
 * The element types of arrays, in the order and with the names of JAX.
 *
 * <p>Storage is a Java array of the same width: {@code byte[]} for bool and 8-bit integers, {@code
 * short[]}, {@code int[]}, {@code long[]}, {@code float[]} or {@code double[]}. Unsigned integers,
 * bf16 and f16 are stored as their bits.
 *
 * @see <a href="https://docs.jax.dev/en/latest/jax.numpy.html">jax.numpy dtypes</a>
 */
public enum DType {
  BOOL("bool", "bool", 1, Kind.BOOL),
  U8("uint8", "u8", 1, Kind.UNSIGNED),
  U16("uint16", "u16", 2, Kind.UNSIGNED),
  U32("uint32", "u32", 4, Kind.UNSIGNED),
  U64("uint64", "u64", 8, Kind.UNSIGNED),
  I8("int8", "i8", 1, Kind.SIGNED),
  I16("int16", "i16", 2, Kind.SIGNED),
  I32("int32", "i32", 4, Kind.SIGNED),
  I64("int64", "i64", 8, Kind.SIGNED),
  BF16("bfloat16", "bf16", 2, Kind.FLOATING),
  F16("float16", "f16", 2, Kind.FLOATING),
  F32("float32", "f32", 4, Kind.FLOATING),
  F64("float64", "f64", 8, Kind.FLOATING);

  /** The families of dtypes that promotion and differentiation distinguish. */
  public enum Kind {
    BOOL,
    UNSIGNED,
    SIGNED,
    FLOATING
  }

  /**
   * Whether 64-bit mode is on. The property is read once, so the default width of a program never
   * changes.
   */
  private static final boolean X64 = Boolean.getBoolean("cambric.x64");

  private final String jaxName;
  private final String shortName;
  private final int bytes;
  private final Kind kind;

  DType(String jaxName, String shortName, int bytes, Kind kind) {
    this.jaxName = jaxName;
    this.shortName = shortName;
    this.bytes = bytes;
    this.kind = kind;
  }

  /**
   * {@return whether 64-bit mode is on, with default dtypes f64 and i64: {@code
   * -Dcambric.x64=true}}
   *
   * <p>If it is off, as in JAX by default, arrays have 64-bit dtypes only on request.
   */
  public static boolean x64() {
    return X64;
  }

  /** {@return the default dtype of floating values: f32, or f64 in 64-bit mode} */
  public static DType defaultFloat() {
    return X64 ? F64 : F32;
  }

  /** {@return the default dtype of integers: i32, or i64 in 64-bit mode} */
  public static DType defaultInt() {
    return X64 ? I64 : I32;
  }

  /** {@return the name in JAX and NumPy, such as {@code float32}} */
  public String jaxName() {
    return jaxName;
  }

  /** {@return the name printed in jaxprs and messages, such as {@code f32}} */
  public String shortName() {
    return shortName;
  }

  /** {@return the size of one element, in bytes} */
  public int bytes() {
    return bytes;
  }

  /** {@return the family of this type} */
  public Kind kind() {
    return kind;
  }

  /** {@return whether this is bf16, f16, f32 or f64} */
  public boolean isFloating() {
    return kind == Kind.FLOATING;
  }

  /** {@return whether this is a signed or unsigned integer; bool is not} */
  public boolean isInteger() {
    return kind == Kind.SIGNED || kind == Kind.UNSIGNED;
  }

  /**
   * {@return the distance from 1 to the next larger number of a floating dtype, as {@code
   * jnp.finfo(dtype).eps}}
   *
   * @throws DTypeException if the dtype is not floating
   */
  public double epsilon() {
    return switch (this) {
      case BF16 -> 0x1p-7;
      case F16 -> 0x1p-10;
      case F32 -> 0x1p-23;
      case F64 -> 0x1p-52;
      default ->
          throw new DTypeException(
              "epsilon needs a floating dtype, but got %s. Use f32 or f64.".formatted(this));
    };
  }

  /**
   * {@return the largest finite number of a floating dtype, as {@code jnp.finfo(dtype).max}}
   *
   * @throws DTypeException if the dtype is not floating
   */
  public double largestFinite() {
    return switch (this) {
      case BF16 -> 0x1.FEp127;
      case F16 -> 65504;
      case F32 -> Float.MAX_VALUE;
      case F64 -> Double.MAX_VALUE;
      default ->
          throw new DTypeException(
              "largestFinite needs a floating dtype, but got %s. Use highest.".formatted(this));
    };
  }

  /** {@return whether one element takes 64 bits} */
  public boolean is64Bit() {
    return bytes == 8;
  }

  /** {@return the smallest value: minus infinity, the smallest integer, or 0 for bool} */
  public double lowest() {
    return switch (kind) {
      case FLOATING -> Double.NEGATIVE_INFINITY;
      case SIGNED -> -Math.scalb(1.0, 8 * bytes - 1);
      case BOOL, UNSIGNED -> 0;
    };
  }

  /**
   * {@return the largest value: infinity, the largest integer, or 1 for bool}
   *
   * <p>For 64-bit integers, it is the double above the largest integer, which saturates when
   * converted back.
   */
  public double highest() {
    return switch (kind) {
      case FLOATING -> Double.POSITIVE_INFINITY;
      case SIGNED -> Math.scalb(1.0, 8 * bytes - 1) - 1;
      case UNSIGNED -> Math.scalb(1.0, 8 * bytes) - 1;
      case BOOL -> 1;
    };
  }

  /**
   * {@return the dtype of a JAX name such as {@code float32}}
   *
   * @throws DTypeException if no dtype has the name
   */
  public static DType ofJaxName(String name) {
    for (var dtype : values()) {
      if (dtype.jaxName.equals(name)) {
        return dtype;
      }
    }
    throw new DTypeException(
        "No dtype is named \"%s\". Use one of bool, uint8 ... uint64, int8 ... int64, bfloat16, float16, float32, float64."
            .formatted(name));
  }

  @Override
  public String toString() {
    return shortName;
  }
}
