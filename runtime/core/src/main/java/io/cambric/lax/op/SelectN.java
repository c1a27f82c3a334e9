package io.cambric.lax.op;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.Padded;
import io.cambric.core.Primitive.LinearOperand;
import io.cambric.core.RaggedCall;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.errors.DTypeException;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Chooses, element by element, one of several cases. A predicate chooses the second case where it
 * is true, else the first; an integer chooses by number.
 *
 * <p>Operands: a bool predicate and two cases, or i32 numbers and one or more cases. Cases have one
 * dtype; all operands have one shape, or are scalars. Numbers out of range choose the nearest case.
 * Linear in the cases.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.select_n.html">lax.select_n</a>
 */
record SelectN() implements SingleResult {

  @Override
  public String name() {
    return "select_n";
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    var predicate = operands.getFirst();
    var cases = operands.subList(1, operands.size());
    boolean fits =
        predicate.dtype() == DType.BOOL
            ? cases.size() == 2
            : predicate.dtype() == DType.I32 && !cases.isEmpty();
    for (var each : cases) {
      fits &= each.dtype() == cases.getFirst().dtype();
    }
    if (!fits) {
      throw new DTypeException(
          "select_n needs a bool predicate and two cases, or i32 numbers and cases, all cases with the same dtype, but got %s. Convert them with astype, or use where."
              .formatted(operands));
    }
    return new ShapedArray(
        ElementwiseOp.commonShape(name(), operands),
        cases.getFirst().dtype(),
        cases.stream().allMatch(ShapedArray::weak));
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    var inputs = operands.stream().map(ShapedArray::dtype).toList();
    var dtype = inputs.get(1);
    return new Lowering.Elementwise(
        inputs.getFirst() == DType.BOOL
            ? LoopBody.of(ScalarOp.SELECT, dtype, 0, inputs)
            : byNumber(inputs, dtype));
  }

  /** A number selects the first case with a number not below it, or the last case. */
  private static LoopBody byNumber(List<DType> inputs, DType dtype) {
    var code = new ArrayList<Instr>();
    int value = inputs.size();
    int chosen = value - 1;
    for (int number = inputs.size() - 3; number >= 0; number--) {
      code.add(Instr.constant(DType.I32, number));
      code.add(Instr.of(ScalarOp.LE, DType.BOOL, 0, value));
      code.add(Instr.of(ScalarOp.SELECT, dtype, value + 1, chosen, number + 1));
      chosen = value + 2;
      value += 3;
    }
    return new LoopBody(inputs, code, List.of(chosen));
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var result = Trace.bind(this, primals);
    var cases = tangents.subList(1, tangents.size());
    if (cases.stream().allMatch(Objects::isNull)) {
      return new Jvp(result, Arrays.asList((Array) null));
    }
    var operands = new ArrayList<Array>(List.of(primals.getFirst()));
    var zero = ShapeOps.fullLike(primals.get(1), 0);
    cases.forEach(each -> operands.add(each == null ? zero : each));
    var tangent = Trace.bind(this, operands).getFirst();
    return Jvp.of(result.getFirst(), Tangents.broadcast(tangent, result.getFirst()));
  }

  @Override
  public List<@Nullable Array> transpose(
      List<@Nullable Array> cotangents, List<LinearOperand> operands) {
    var results = new ArrayList<@Nullable Array>(Collections.nCopies(operands.size(), null));
    var cotangent = cotangents.getFirst();
    if (cotangent == null || !(operands.getFirst() instanceof LinearOperand.Known(var predicate))) {
      return results;
    }
    var zero = ShapeOps.fullLike(cotangent, 0);
    for (int i = 1; i < operands.size(); i++) {
      if (operands.get(i) instanceof LinearOperand.Known) {
        continue;
      }
      var chosen = new ArrayList<Array>(Collections.nCopies(operands.size(), zero));
      chosen.set(0, predicate);
      chosen.set(i, cotangent);
      results.set(i, Tangents.toOperand(Trace.bind(this, chosen).getFirst(), operands.get(i)));
    }
    return results;
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    return Batched.of(
        Trace.bind(this, Batching.alignElementwise(axis, operands, axes)).getFirst(), 0);
  }

  @Override
  public List<Padded> ragged(RaggedCall call) {
    return RaggedRules.elementwise(this, call, Double.NaN);
  }
}
