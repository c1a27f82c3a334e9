package io.cambric.control;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Jaxpr;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.Padded;
import io.cambric.core.Primitive;
import io.cambric.core.RaggedCall;
import io.cambric.core.ShapedArray;
import io.cambric.core.Source;
import io.cambric.core.Trace;
import io.cambric.errors.MissingRuleException;
import io.cambric.interpreters.BatchTrace;
import io.cambric.lax.Lax;
import io.cambric.lax.op.Batching;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A program with a custom VJP rule. Its forward pass also returns residuals, and the backward pass
 * that maps residuals and cotangents of the results to cotangents of the operands.
 *
 * @param function name of the function, for listings
 * @param jaxpr the program
 * @param forward the forward pass
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.custom_vjp.html">jax.custom_vjp</a>
 */
public record CustomVjpCall(String function, Jaxpr jaxpr, Forward forward)
    implements CustomRuleCall {

  /** A forward pass on flat lists. */
  @FunctionalInterface
  public interface Forward {
    /**
     * {@return the results, the residuals and the backward pass}
     *
     * @param perturbed whether each operand has a tangent
     */
    Pass apply(List<Array> operands, List<Boolean> perturbed);
  }

  /**
   * One run of a forward pass.
   *
   * @param results the results of the program
   * @param residuals arrays for the backward pass
   * @param backward the backward pass for these residuals; it captures no array of this run
   */
  public record Pass(List<Array> results, List<Array> residuals, Backward backward) {}

  /** A backward pass on flat lists. */
  @FunctionalInterface
  public interface Backward {
    /**
     * {@return one cotangent per operand; {@code null} for a symbolic zero}
     *
     * @param cotangents one per result; {@code null} is a symbolic zero
     */
    List<@Nullable Array> apply(List<Array> residuals, List<@Nullable Array> cotangents);
  }

  @Override
  public String name() {
    return "custom_vjp_call";
  }

  @Override
  public MissingRuleException missing(String rule, String neededBy) {
    return new MissingRuleException(
        "Forward-mode differentiation reached the customVjp function %s at %s, which has only a backward rule. Use grad or vjp, or give it a customJvp rule."
            .formatted(function, Source.capture()));
  }

  @Override
  public Linearized linearize(List<Array> primals, List<Boolean> nonzero) {
    var pass = forward.apply(primals, nonzero);
    var linear =
        new Pullback(
            function, pass.residuals().size(), jaxpr.outputAvals(), nonzero, pass.backward());
    return new Linearized(
        pass.results(),
        tangents -> {
          var operands = OperandMask.<Array>concat(pass.residuals(), OperandMask.present(tangents));
          return OperandMask.spread(Trace.bind(linear, operands), linear.differentiable());
        });
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    var lanes = Lanes.of(jaxpr, axis, axes);
    return lanes.results(overLanes(lanes), operands);
  }

  /** {@return a call of the mapped program with the mapped rule} */
  private CustomVjpCall overLanes(Lanes lanes) {
    return new CustomVjpCall(
        function,
        lanes.program(),
        (arguments, perturbed) -> overLanes(lanes, arguments, perturbed));
  }

  private Pass overLanes(Lanes lanes, List<Array> arguments, List<Boolean> perturbed) {
    int count = jaxpr.outputs().size();
    var passes = new ArrayList<Pass>(1);
    var out =
        BatchTrace.batch(
            lanes.axis(),
            lane -> {
              var pass = forward.apply(lane, perturbed);
              passes.add(pass);
              return OperandMask.concat(pass.results(), pass.residuals());
            },
            arguments,
            lanes.axes());
    var values = Batching.allToFront(lanes.axis(), out);
    var backward = passes.getFirst().backward();
    return new Pass(
        OperandMask.present(lanes.ofResults(values.subList(0, count))),
        values.subList(count, values.size()),
        (residuals, cotangents) ->
            backOverLanes(lanes, backward, residuals, lanes.cotangents(cotangents)));
  }

  /** Sums the cotangents of operands that are not mapped over the lanes. */
  private static List<@Nullable Array> backOverLanes(
      Lanes lanes, Backward backward, List<Array> residuals, List<@Nullable Array> cotangents) {
    var nonzero = OperandMask.nonzero(cotangents);
    var arguments = OperandMask.<Array>concat(residuals, OperandMask.present(cotangents));
    var present = new ArrayList<Boolean>();
    var out =
        BatchTrace.batch(
            lanes.axis(),
            lane -> {
              var back =
                  backward.apply(
                      lane.subList(0, residuals.size()),
                      OperandMask.spread(lane.subList(residuals.size(), lane.size()), nonzero));
              present.addAll(OperandMask.nonzero(back));
              return OperandMask.present(back);
            },
            arguments,
            Collections.nCopies(arguments.size(), 0));
    var values = OperandMask.spread(Batching.allToFront(lanes.axis(), out), present);
    var all = new ArrayList<@Nullable Array>();
    for (int i = 0; i < values.size(); i++) {
      var value = values.get(i);
      int position = lanes.axes().get(i);
      if (value == null) {
        all.add(null);
      } else {
        all.add(
            position == Batched.NOT_MAPPED
                ? Lax.reduceSum(value, Axes.of(0))
                : Batching.moveAxis(value, 0, position));
      }
    }
    return all;
  }

  /**
   * The linear map of the rule. Only its transpose is known.
   *
   * @param residualCount number of operands before the tangents
   * @param values avals of the values of the function; integers and bools have no tangents
   * @param perturbed whether each operand of the function has a tangent
   */
  record Pullback(
      String function,
      int residualCount,
      List<ShapedArray> values,
      List<Boolean> perturbed,
      Backward backward)
      implements Primitive {

    @Override
    public String name() {
      return "custom_vjp_linear";
    }

    @Override
    public String paramsText() {
      return "name=" + function;
    }

    @Override
    public List<ShapedArray> abstractEval(List<ShapedArray> operands) {
      return OperandMask.choose(values, differentiable()).stream()
          .map(ShapedArray::strong)
          .toList();
    }

    /** {@return whether each value has a tangent} */
    List<Boolean> differentiable() {
      return OperandMask.where(values, value -> value.dtype().isFloating());
    }

    @Override
    public Lowering lower(List<ShapedArray> operands) {
      throw forwardOnly();
    }

    @Override
    public MissingRuleException missing(String rule, String neededBy) {
      return forwardOnly();
    }

    private MissingRuleException forwardOnly() {
      return new MissingRuleException(
          "Forward-mode differentiation reached the customVjp function %s at %s, which has only a backward rule. Use grad or vjp, or give it a customJvp rule."
              .formatted(function, Source.capture()));
    }

    @Override
    public List<@Nullable Array> transpose(
        List<@Nullable Array> cotangents, List<LinearOperand> operands) {
      var residuals = new ArrayList<Array>();
      for (var operand : operands.subList(0, residualCount)) {
        if (operand instanceof LinearOperand.Known(var value)) {
          residuals.add(value);
        }
      }
      var ofValues = OperandMask.spread(cotangents, differentiable());
      var back = backward.apply(residuals, ofValues);
      var all = new ArrayList<@Nullable Array>();
      for (int i = 0; i < residualCount; i++) {
        all.add(null);
      }
      for (int i = 0; i < perturbed.size(); i++) {
        if (perturbed.get(i)) {
          all.add(back.get(i));
        }
      }
      return all;
    }
  }

  @Override
  public List<Padded> ragged(RaggedCall call) {
    return RaggedControl.customVjp(this, call);
  }
}
