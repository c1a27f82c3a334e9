package io.cambric.programs;

import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.Primitive;
import io.cambric.core.ShapedArray;
import io.cambric.errors.MissingRuleException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An operation with an injected fault in one of its rules. */
final class Planted implements Primitive {

  private final Primitive operation;
  private final Fault fault;

  private Planted(Primitive operation, Fault fault) {
    this.operation = operation;
    this.fault = fault;
  }

  /** {@return the operation, with the fault if it is one that has it} */
  static Primitive in(Primitive operation, Fault fault) {
    return !(operation instanceof Planted) && fault.isIn(operation)
        ? new Planted(operation, fault)
        : operation;
  }

  @Override
  public String name() {
    return operation.name();
  }

  @Override
  public String paramsText() {
    return operation.paramsText();
  }

  @Override
  public Set<String> axisNames() {
    return operation.axisNames();
  }

  @Override
  public boolean hasEffects() {
    return operation.hasEffects();
  }

  @Override
  public MissingRuleException missing(String rule, String neededBy) {
    return operation.missing(rule, neededBy);
  }

  @Override
  public List<ShapedArray> abstractEval(List<ShapedArray> operands) {
    return operation.abstractEval(operands);
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    return fault.lower(operation, operands);
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    return Planting.around(() -> fault.jvp(operation, primals, tangents));
  }

  @Override
  public @Nullable Linearized linearize(List<Array> primals, List<Boolean> nonzero) {
    var linearized =
        Planting.<@Nullable Linearized>around(() -> fault.linearize(operation, primals, nonzero));
    return linearized == null
        ? null
        : new Linearized(
            linearized.primals(),
            tangents -> Planting.around(() -> linearized.tangents().apply(tangents)));
  }

  @Override
  public List<@Nullable Array> transpose(
      List<@Nullable Array> cotangents, List<LinearOperand> operands) {
    return Planting.around(() -> fault.transpose(operation, cotangents, operands));
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    return Planting.around(() -> fault.batch(operation, axis, operands, axes));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Planted planted
        && fault.identity(operation).equals(fault.identity(planted.operation));
  }

  @Override
  public int hashCode() {
    return fault.identity(operation).hashCode();
  }
}
