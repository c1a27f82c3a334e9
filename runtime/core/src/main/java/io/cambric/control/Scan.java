package io.cambric.control;

import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Jaxpr;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.Padded;
import io.cambric.core.Primitive;
import io.cambric.core.RaggedCall;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.interpreters.JaxprTransforms;
import io.cambric.lax.op.Batching;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A loop of known length over stacked rows, with carries. In each iteration the body updates the
 * carries, reads a row of each stacked operand and writes a row of each stacked result.
 *
 * <p>Operands: constants, initial carries, stacked operands (axis 0). Results: final carries,
 * stacked results.
 *
 * @param body from constants, carries and rows to carries and rows
 * @param length number of iterations
 * @param reverse whether the loop runs from the last row to the first
 * @param constants number of operands that are constants
 * @param carries number of operands that are carries
 * @param unroll number of iterations that are compiled as one
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.scan.html">lax.scan</a>
 */
public record Scan(Jaxpr body, int length, boolean reverse, int constants, int carries, int unroll)
    implements Primitive {

  @Override
  public String name() {
    return "scan";
  }

  @Override
  public String paramsText() {
    return "length=%d num_carry=%d num_consts=%d reverse=%s unroll=%d"
        .formatted(length, carries, constants, reverse ? "True" : "False", unroll);
  }

  @Override
  public Map<String, List<Jaxpr>> programs() {
    return Map.of("jaxpr", List.of(body));
  }

  int fixed() {
    return constants + carries;
  }

  Scan with(Jaxpr newBody, int newConstants, int newCarries) {
    return new Scan(newBody, length, reverse, newConstants, newCarries, unroll);
  }

  @Override
  public Set<String> axisNames() {
    return body.axisNames();
  }

  @Override
  public List<ShapedArray> abstractEval(List<ShapedArray> operands) {
    var results = new ArrayList<ShapedArray>();
    for (int i = 0; i < body.outputs().size(); i++) {
      var aval = body.outputs().get(i).aval();
      results.add(i < carries ? aval : aval.withShape(aval.shape().insert(0, length)));
    }
    return results;
  }

  @Override
  public boolean hasEffects() {
    return body.hasEffects();
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    return unroll > 1 && length > 0
        ? new Lowering.Call(Unrolling.of(this, operands))
        : new Lowering.Scan(body, length, reverse, constants, carries);
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    return ScanDerivatives.jvp(this, primals, tangents);
  }

  @Override
  public Linearized linearize(List<Array> primals, List<Boolean> nonzero) {
    return ScanDerivatives.linearize(this, primals, nonzero);
  }

  @Override
  public List<@Nullable Array> transpose(
      List<@Nullable Array> cotangents, List<LinearOperand> operands) {
    return ScanTranspose.transpose(this, cotangents, operands);
  }

  @Override
  public @Nullable List<@Nullable Array> known(List<@Nullable Array> operands) {
    return ScanKnown.of(this, operands);
  }

  /**
   * Batches the body. A carry is mapped if it is mapped in any iteration; rows have their lanes
   * after the scanned axis.
   */
  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    var mapped = OperandMask.where(axes, position -> position != Batched.NOT_MAPPED);
    var carried =
        OperandMask.fixpoint(
            mapped.subList(constants, fixed()),
            mask -> {
              var derived = mappedBody(axis, mapped, mask, mask);
              return OperandMask.where(
                  derived.axes().subList(0, carries), position -> position != Batched.NOT_MAPPED);
            });
    var derived = mappedBody(axis, mapped, carried, carried);
    var aligned = new ArrayList<Array>(operands.size());
    for (int i = 0; i < operands.size(); i++) {
      boolean carry = i >= constants && i < fixed();
      boolean isMapped = carry ? carried.get(i - constants) : mapped.get(i);
      aligned.add(
          isMapped
              ? Batching.moveAxis(
                  Batching.toFront(axis, operands.get(i), axes.get(i)), 0, i < fixed() ? 0 : 1)
              : operands.get(i));
    }
    var results = Trace.bind(with(derived.jaxpr(), constants, carries), aligned);
    var resultAxes = new ArrayList<Integer>();
    for (int i = 0; i < results.size(); i++) {
      int position = derived.axes().get(i);
      resultAxes.add(i < carries || position == Batched.NOT_MAPPED ? position : Integer.valueOf(1));
    }
    return new Batched(results, resultAxes);
  }

  private JaxprTransforms.Mapped mappedBody(
      MappedAxis axis, List<Boolean> mapped, List<Boolean> carried, List<Boolean> forced) {
    var bodyAxes = new ArrayList<Integer>();
    for (int i = 0; i < mapped.size(); i++) {
      boolean carry = i >= constants && i < fixed();
      bodyAxes.add((carry ? carried.get(i - constants) : mapped.get(i)) ? 0 : Batched.NOT_MAPPED);
    }
    // Mapped rows have their lanes in front, so that stacking moves them to axis 1.
    var rows = body.outputs().size() - carries;
    var natural = JaxprTransforms.batch(body, axis, bodyAxes);
    var front = new ArrayList<Boolean>(forced);
    for (int i = 0; i < rows; i++) {
      front.add(natural.axes().get(carries + i) != Batched.NOT_MAPPED);
    }
    return JaxprTransforms.batch(body, axis, bodyAxes, front);
  }

  @Override
  public List<Padded> ragged(RaggedCall call) {
    return RaggedControl.scan(this, call);
  }
}
