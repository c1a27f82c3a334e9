package io.cambric.core;

import io.cambric.errors.MissingRuleException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An operation with its static parameters and the rules of all transformations: a record, so equal
 * operations are equal. {@link RewriteRules} replace operations in compiled programs.
 *
 * <p>Rules run with the parent of the transforming trace current, so they are ordinary code on
 * arrays. A missing tangent or cotangent is {@code null}: a symbolic zero.
 */
public interface Primitive {

  /** {@return the name in jaxprs, spelled as in JAX, such as {@code dot_general}} */
  String name();

  /**
   * {@return the abstract values of the results}
   *
   * @throws io.cambric.errors.ArrayException if the operands do not fit, naming the operation, the
   *     required shapes and the actual shapes
   */
  List<ShapedArray> abstractEval(List<ShapedArray> operands);

  /**
   * {@return the names of the mapped axes that this operation, or a program it holds, uses}
   *
   * <p>Under a mapping of such an axis the batching rule runs even if no operand is mapped.
   */
  default Set<String> axisNames() {
    return Set.of();
  }

  /** {@return the description of this operation to the compiler, from which evaluation follows} */
  Lowering lower(List<ShapedArray> operands);

  /**
   * The results and their derivatives along tangents of the operands.
   *
   * @param tangents one per operand; {@code null} is zero
   */
  default Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    throw missing("jvp", "forward or reverse differentiation");
  }

  /**
   * The cotangents of the operands in which this operation is linear.
   *
   * @param cotangents one per result; {@code null} is zero, but not all are zero
   * @param operands known values, or the avals of the linear operands
   * @return one per operand; {@code null} for zero and for known operands
   */
  default List<@Nullable Array> transpose(
      List<@Nullable Array> cotangents, List<LinearOperand> operands) {
    throw missing("transpose", "reverse differentiation");
  }

  /**
   * The operation on operands, some of which have a batch axis.
   *
   * @param axis the mapped axis
   * @param operands values with their batch axis in place
   * @param axes position of the batch axis of each operand, {@link Batched#NOT_MAPPED} without one
   */
  default Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    throw missing("batching", "vmap");
  }

  /**
   * The operation on operands, some axes of which have padding.
   *
   * <p>It runs if an operand is ragged, or if a parameter differs from the twin's.
   *
   * @return the results, as {@link Padded} describes them
   */
  default List<Padded> ragged(RaggedCall call) {
    throw call.refused(this, "it has no ragged rule");
  }

  /**
   * The results and the separate linear part, for operations that hold programs; {@code null}
   * derives them from {@link #jvp}.
   *
   * @param nonzero which operands have a tangent
   */
  default @Nullable Linearized linearize(List<Array> primals, List<Boolean> nonzero) {
    return null;
  }

  /**
   * The results that need known operands only, for operations that hold programs; {@code null} if
   * there are none.
   *
   * @param operands {@code null} where only shape and dtype are known
   * @return one per result, {@code null} if it needs unknown operands
   */
  default @Nullable List<@Nullable Array> known(List<@Nullable Array> operands) {
    return null;
  }

  /**
   * {@return the number of arithmetic operations of its kernel}
   *
   * <p>The counts of other lowerings follow from their shapes. Kernels that only move data, and
   * kernels that {@link Costs} ignores, run none.
   */
  default long kernelFlops(List<ShapedArray> operands) {
    return 0;
  }

  /** {@return the exception for a missing rule of this operation} */
  default MissingRuleException missing(String rule, String transformation) {
    return new MissingRuleException(
        "No %s rule for primitive \"%s\", which %s reached at %s. Write the function without it, or give the function its own derivative."
            .formatted(rule, name(), transformation, Source.capture()));
  }

  /**
   * {@return whether this operation has effects besides its results}
   *
   * <p>An operation with effects runs once wherever it occurs, in the order of the program. It is
   * never dropped, merged, folded or moved past another operation with effects. An operation that
   * holds programs has their effects.
   */
  default boolean hasEffects() {
    return false;
  }

  /** {@return the programs this operation holds, by the name of the parameter, for listings} */
  default Map<String, List<Jaxpr>> programs() {
    return this instanceof Record record ? ParamsText.programs(record) : Map.of();
  }

  /**
   * The parameters that are not programs, as printed between brackets in a jaxpr; empty for none.
   */
  default String paramsText() {
    return this instanceof Record record ? ParamsText.of(record) : "";
  }

  /**
   * Results and tangents of a jvp rule.
   *
   * @param primals the results
   * @param tangents one per result; {@code null} is zero
   */
  record Jvp(List<Array> primals, List<@Nullable Array> tangents) {

    /** {@return the result and its tangent, of an operation with one result} */
    public static Jvp of(Array primal, @Nullable Array tangent) {
      return new Jvp(List.of(primal), java.util.Collections.singletonList(tangent));
    }
  }

  /**
   * Results of a linearize rule.
   *
   * @param primals the results
   * @param tangents the linear map from tangents of the operands to tangents of the results
   */
  record Linearized(
      List<Array> primals, Function<List<@Nullable Array>, List<@Nullable Array>> tangents) {}

  /** An operand of an operation that is being transposed. */
  sealed interface LinearOperand {

    /** {@return shape and dtype} */
    ShapedArray aval();

    /** An operand with a known value. */
    record Known(Array value) implements LinearOperand {
      @Override
      public ShapedArray aval() {
        return value.aval();
      }
    }

    /** An operand in which the operation is linear. */
    record Unknown(ShapedArray aval) implements LinearOperand {}
  }
}
