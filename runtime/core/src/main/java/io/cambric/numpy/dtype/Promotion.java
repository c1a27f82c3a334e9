package io.cambric.numpy.dtype;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import java.util.List;

/**
 * The common dtype of operands of different dtypes: the least upper bound in JAX's lattice.
 *
 * <pre>
 *   bool - int* - u8 - u16 - u32 - u64 - float* - bf16 - f32 - f64
 *               \ i8 - i16 - i32 - i64 /        \ f16 /
 *   (u8 - i16, u16 - i32 and u32 - i64 too)
 * </pre>
 *
 * <p>{@code int*} and {@code float*} are weak types: the types of Java numbers, and of arrays
 * computed from Java numbers only. They give way to every dtype of their kind. Outside 64-bit mode,
 * a bound of 64 bits is reduced to 32 bits unless an operand has 64 bits.
 *
 * @see <a href="https://docs.jax.dev/en/latest/type_promotion.html">JAX type promotion</a>
 */
public final class Promotion {

  private Promotion() {}

  /**
   * A dtype with a flag for weak types.
   *
   * @param dtype the element type
   * @param weak whether the type comes from Java numbers only, and therefore gives way
   */
  public record Type(DType dtype, boolean weak) {}

  /** The lattice; each node comes after the nodes above it. */
  private enum Node {
    F64(DType.F64),
    F32(DType.F32, F64),
    F16(DType.F16, F32),
    BF16(DType.BF16, F32),
    WEAK_FLOAT(DType.defaultFloat(), BF16, F16),
    U64(DType.U64, WEAK_FLOAT),
    I64(DType.I64, WEAK_FLOAT),
    U32(DType.U32, U64, I64),
    I32(DType.I32, I64),
    U16(DType.U16, U32, I32),
    I16(DType.I16, I32),
    U8(DType.U8, U16, I16),
    I8(DType.I8, I16),
    WEAK_INT(DType.defaultInt(), U8, I8),
    BOOL(DType.BOOL, WEAK_INT);

    private final DType dtype;

    /** This node and all above it, as bits. */
    private final int upper;

    Node(DType dtype, Node... above) {
      this.dtype = dtype;
      int bits = 1 << ordinal();
      for (var node : above) {
        bits |= node.upper;
      }
      this.upper = bits;
    }

    static Node of(DType dtype, boolean weak) {
      if (weak && dtype != DType.BOOL) {
        return dtype.isFloating() ? WEAK_FLOAT : WEAK_INT;
      }
      return valueOf(dtype.name());
    }

    static Node leastUpperBound(int upper) {
      for (var node : values()) {
        if (node.upper == upper) {
          return node;
        }
      }
      throw new AssertionError("the lattice has a least upper bound for " + upper);
    }
  }

  /** {@return the common dtype of two dtypes} */
  public static DType promoteTypes(DType a, DType b) {
    return a == b ? a : bound(List.of(new Type(a, false), new Type(b, false))).dtype();
  }

  /** {@return the dtype of a result of these operands, and whether it is weak} */
  public static Type resultType(List<? extends Array> operands) {
    var first = operands.getFirst().aval();
    boolean oneDType = true;
    boolean weak = true;
    for (var operand : operands) {
      oneDType &= operand.dtype() == first.dtype();
      weak &= operand.aval().weak();
    }
    if (oneDType) {
      return new Type(first.dtype(), weak);
    }
    return bound(operands.stream().map(operand -> typeOf(operand.aval())).toList());
  }

  private static Type typeOf(ShapedArray aval) {
    return new Type(aval.dtype(), aval.weak());
  }

  private static Type bound(List<Type> types) {
    boolean allWeak = types.stream().allMatch(Type::weak);
    boolean wide = types.stream().anyMatch(type -> type.dtype().is64Bit());
    int upper = -1;
    for (var type : types) {
      upper &= Node.of(type.dtype(), type.weak() && !allWeak).upper;
    }
    var node = Node.leastUpperBound(upper);
    boolean weak = allWeak || node == Node.WEAK_INT || node == Node.WEAK_FLOAT;
    var dtype = wide || DType.x64() ? node.dtype : narrowed(node.dtype);
    return new Type(dtype, weak && dtype != DType.BOOL);
  }

  private static DType narrowed(DType dtype) {
    return switch (dtype) {
      case I64 -> DType.I32;
      case U64 -> DType.U32;
      case F64 -> DType.F32;
      default -> dtype;
    };
  }

  /**
   * {@return the floating dtype that a function such as {@code exp} computes in}
   *
   * <p>Integers of up to 32 bits give f32, also in 64-bit mode.
   */
  public static DType toInexact(DType dtype) {
    return switch (dtype) {
      case F64, F32, BF16, F16 -> dtype;
      case I64, U64 -> DType.defaultFloat();
      case BOOL, I8, U8, I16, U16, I32, U32 -> DType.F32;
    };
  }

  /** {@return the dtype itself, or i32 for bool, also in 64-bit mode} */
  public static DType toNumeric(DType dtype) {
    return dtype == DType.BOOL ? DType.I32 : dtype;
  }

  /** {@return the dtype of a sum of a dtype: integers and bool widen to at least 32 bits} */
  public static DType ofSum(DType dtype) {
    return switch (dtype) {
      case BOOL -> DType.defaultInt();
      case I8, I16, I32 -> DType.defaultInt();
      case U8, U16, U32 -> DType.x64() ? DType.U64 : DType.U32;
      default -> dtype;
    };
  }
}
