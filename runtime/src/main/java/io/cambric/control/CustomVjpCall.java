package io.cambric.control;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Jaxpr;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.Primitive;
import io.cambric.core.ShapedArray;
import io.cambric.core.Source;
import io.cambric.core.Trace;
import io.cambric.errors.MissingRuleException;
import io.cambric.interpreters.BatchTrace;
import io.cambric.interpreters.JaxprTransforms;
import io.cambric.lax.Lax;
import io.cambric.lax.op.Batching;
import io.cambric.lax.op.Tangents;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A program with a custom VJP rule. Its forward pass also returns residuals; its backward pass maps
 * residuals and cotangents of the results to cotangents of the operands.
 *
 * @param name name of the function, for listings
 * @param jaxpr the program
 * @param forward from operands to results followed by residuals
 * @param backward from residuals and cotangents to cotangents of the operands
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.custom_vjp.html">jax.custom_vjp</a>
 */
public record CustomVjpCall(
    String name, Jaxpr jaxpr, Function<List<Array>, List<Array>> forward, Backward backward)
    implements Primitive {

  /** A backward pass on flat lists. */
  @FunctionalInterface
  public interface Backward {
    /** {@return one cotangent per operand; {@code null} for a symbolic zero} */
    List<@Nullable Array> apply(List<Array> residuals, List<Array> cotangents);
  }

  @Override
  public String name() {
    return "custom_vjp_call";
  }

  @Override
  public String paramsText() {
    return "name=" + name;
  }

  @Override
  public Map<String, List<Jaxpr>> programs() {
    return Map.of("call_jaxpr", List.of(jaxpr));
  }

  @Override
  public Set<String> axisNames() {
    return jaxpr.axisNames();
  }

  @Override
  public List<ShapedArray> abstractEval(List<ShapedArray> operands) {
    return jaxpr.outputAvals();
  }

  @Override
  public boolean hasEffects() {
    return jaxpr.hasEffects();
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    return new Lowering.Call(jaxpr);
  }

  @Override
  public MissingRuleException missing(String rule, String neededBy) {
    return new MissingRuleException(
        "Forward-mode differentiation does not work through the customVjp function %s, which has a backward rule only. It reached it at %s. Use grad or vjp, or give it a customJvp rule."
            .formatted(name, Source.capture()));
  }

  @Override
  public Linearized linearize(List<Array> primals, List<Boolean> nonzero) {
    var out = forward.apply(primals);
    int count = jaxpr.outputs().size();
    var residuals = List.copyOf(out.subList(count, out.size()));
    var avals = primals.stream().map(primal -> primal.aval().strong()).toList();
    return new Linearized(
        out.subList(0, count),
        tangents -> {
          var operands = new ArrayList<>(residuals);
          for (int i = 0; i < tangents.size(); i++) {
            if (avals.get(i).dtype().isFloating()) {
              operands.add(Tangents.instantiate(tangents.get(i), avals.get(i)));
            }
          }
          var linear =
              new Pullback(
                  name,
                  residuals.size(),
                  jaxpr.outputAvals().stream().map(ShapedArray::strong).toList(),
                  avals,
                  backward);
          return new ArrayList<@Nullable Array>(Trace.bind(linear, operands));
        });
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    var all = OperandMask.filled(jaxpr.outputs().size(), true);
    var mapped = JaxprTransforms.batch(jaxpr, axis, axes, all);
    Function<List<Array>, List<Array>> mappedForward =
        arguments -> frontAll(axis, BatchTrace.batch(axis, forward, arguments, axes));
    Backward mappedBackward =
        (residuals, cotangents) -> overLanes(axis, axes, residuals, cotangents);
    var results =
        Trace.bind(
            new CustomVjpCall(name, mapped.jaxpr(), mappedForward, mappedBackward), operands);
    return new Batched(results, mapped.axes());
  }

  private static List<Array> frontAll(MappedAxis axis, Batched out) {
    var values = new ArrayList<Array>();
    for (int i = 0; i < out.values().size(); i++) {
      values.add(Batching.toFront(axis, out.values().get(i), out.axes().get(i)));
    }
    return values;
  }

  /** Sums over the lanes the cotangents of operands that are not mapped. */
  private List<@Nullable Array> overLanes(
      MappedAxis axis, List<Integer> axes, List<Array> residuals, List<Array> cotangents) {
    var arguments = OperandMask.<Array>concat(residuals, cotangents);
    var present = new ArrayList<Boolean>();
    var out =
        BatchTrace.batch(
            axis,
            lanes -> {
              var back =
                  backward.apply(
                      lanes.subList(0, residuals.size()),
                      lanes.subList(residuals.size(), lanes.size()));
              present.addAll(OperandMask.nonzero(back));
              return OperandMask.present(back);
            },
            arguments,
            Collections.nCopies(arguments.size(), 0));
    var values = OperandMask.spread(frontAll(axis, out), present);
    var all = new ArrayList<@Nullable Array>();
    for (int i = 0; i < values.size(); i++) {
      var value = values.get(i);
      if (value == null) {
        all.add(null);
      } else {
        all.add(
            axes.get(i) == Batched.NOT_MAPPED
                ? Lax.reduceSum(value, Axes.of(0))
                : Batching.moveAxis(value, 0, axes.get(i)));
      }
    }
    return all;
  }

  /**
   * The linear map of the rule, of which only the transpose is known.
   *
   * @param residualCount number of operands before the tangents
   * @param results avals of the results
   * @param primals avals of the operands of the function; operands that are not floating have no
   *     tangent
   */
  record Pullback(
      String function,
      int residualCount,
      List<ShapedArray> results,
      List<ShapedArray> primals,
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
      return results;
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
          "Forward-mode differentiation does not work through the customVjp function %s, which has a backward rule only. It reached it at %s. Use grad or vjp, or give it a customJvp rule."
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
      var instantiated = new ArrayList<Array>();
      for (int i = 0; i < cotangents.size(); i++) {
        instantiated.add(Tangents.instantiate(cotangents.get(i), results.get(i)));
      }
      var back = backward.apply(residuals, instantiated);
      var all = new ArrayList<@Nullable Array>();
      for (int i = 0; i < residualCount; i++) {
        all.add(null);
      }
      for (int i = 0; i < primals.size(); i++) {
        if (primals.get(i).dtype().isFloating()) {
          all.add(back.get(i));
        }
      }
      return all;
    }
  }
}
