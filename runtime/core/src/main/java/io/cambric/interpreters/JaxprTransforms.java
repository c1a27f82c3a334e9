package io.cambric.interpreters;

import io.cambric.core.Array;
import io.cambric.core.Jaxpr;
import io.cambric.core.MappedAxis;
import io.cambric.core.ShapedArray;
import io.cambric.lax.op.Batching;
import io.cambric.lax.op.Tangents;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Transformations from jaxpr to jaxpr: jvp, linearize, transpose, batch and partial evaluation.
 * Each derived program is created once and cached in the jaxpr it comes from.
 */
public final class JaxprTransforms {

  private JaxprTransforms() {}

  /**
   * A program that also computes tangents.
   *
   * @param jaxpr from primals and nonzero tangents to results and their nonzero tangents
   * @param nonzero whether each result has a tangent
   */
  public record WithTangents(Jaxpr jaxpr, List<Boolean> nonzero) {}

  /**
   * A linearized program: a primal part and a linear part.
   *
   * @param primal from primals to results and residuals
   * @param linear from residuals and nonzero tangents to the nonzero tangents of the results
   * @param nonzero whether each result has a tangent
   */
  public record Linear(Jaxpr primal, Jaxpr linear, List<Boolean> nonzero) {}

  /**
   * A batched program.
   *
   * @param jaxpr on arrays with batch axes
   * @param axes batch axis of each result
   */
  public record Mapped(Jaxpr jaxpr, List<Integer> axes) {}

  /**
   * The known part of a program, by partial evaluation.
   *
   * @param jaxpr from known inputs to known results
   * @param outputs whether each result is known
   */
  public record Known(Jaxpr jaxpr, List<Boolean> outputs) {}

  private record JvpKey(List<Boolean> nonzero, List<Boolean> instantiate) {}

  private record LinearizeKey(List<Boolean> nonzero, List<Boolean> instantiate) {}

  private record TransposeKey(List<Boolean> linear, List<Boolean> nonzero) {}

  private record BatchKey(MappedAxis axis, List<Integer> axes, List<Boolean> mapped) {}

  private record KnownKey(List<Boolean> inputs) {}

  /** {@return the program that also computes tangents, for operands with nonzero tangents} */
  public static WithTangents jvp(Jaxpr jaxpr, List<Boolean> nonzero) {
    return jvp(jaxpr, nonzero, none(jaxpr));
  }

  /**
   * {@return the program that also computes tangents, for operands with nonzero tangents}
   *
   * @param instantiate whether each result has a tangent even if it is zero
   */
  public static WithTangents jvp(Jaxpr jaxpr, List<Boolean> nonzero, List<Boolean> instantiate) {
    return jaxpr.derive(
        new JvpKey(List.copyOf(nonzero), List.copyOf(instantiate)),
        source -> {
          var avals = new ArrayList<>(source.inputAvals());
          avals.addAll(tangentAvals(source.inputAvals(), nonzero));
          var mask = new ArrayList<Boolean>();
          var traced =
              StagingTrace.trace(
                  "jvp",
                  avals,
                  arguments -> {
                    int count = source.inputs().size();
                    var out =
                        JvpTrace.jvp(
                            source::eval,
                            arguments.subList(0, count),
                            spread(arguments.subList(count, arguments.size()), nonzero));
                    var tangents = instantiated(out.primals(), out.tangents(), instantiate);
                    return gather(out.primals(), tangents, mask);
                  });
          return new WithTangents(traced.closed(), List.copyOf(mask));
        });
  }

  /** {@return the linearized program, for operands with nonzero tangents} */
  public static Linear linearize(Jaxpr jaxpr, List<Boolean> nonzero) {
    return linearize(jaxpr, nonzero, none(jaxpr));
  }

  /**
   * {@return the linearized program, for operands with nonzero tangents}
   *
   * @param instantiate whether each result has a tangent even if it is zero
   */
  public static Linear linearize(Jaxpr jaxpr, List<Boolean> nonzero, List<Boolean> instantiate) {
    return jaxpr.derive(
        new LinearizeKey(List.copyOf(nonzero), List.copyOf(instantiate)),
        source -> {
          var holder = new ArrayList<LinearizeTrace.Result>(1);
          var traced =
              StagingTrace.trace(
                  "grad",
                  source.inputAvals(),
                  arguments -> {
                    var result =
                        LinearizeTrace.linearize(source::eval, arguments, nonzero, instantiate);
                    holder.add(result);
                    var outputs = new ArrayList<>(result.primals());
                    outputs.addAll(result.linear().constants());
                    return outputs;
                  });
          var result = holder.getFirst();
          return new Linear(traced.closed(), result.linear().jaxpr(), result.nonzero());
        });
  }

  /**
   * {@return the transposed program, from known operands and nonzero cotangents to the nonzero
   * cotangents of the linear operands}
   *
   * @param linear whether the program is linear in each operand
   * @param nonzero whether each result has a cotangent
   */
  public static WithTangents transpose(Jaxpr jaxpr, List<Boolean> linear, List<Boolean> nonzero) {
    return jaxpr.derive(
        new TransposeKey(List.copyOf(linear), List.copyOf(nonzero)),
        source -> {
          var ordered = knownFirst(source, linear);
          var avals = new ArrayList<ShapedArray>();
          for (int i = 0; i < linear.size(); i++) {
            if (!linear.get(i)) {
              avals.add(source.inputs().get(i).aval());
            }
          }
          int known = avals.size();
          avals.addAll(tangentAvals(source.outputAvals(), nonzero));
          var mask = new ArrayList<Boolean>();
          var traced =
              StagingTrace.trace(
                  "grad",
                  avals,
                  arguments -> {
                    var cotangents =
                        Transposition.transpose(
                            ordered,
                            arguments.subList(0, known),
                            spread(arguments.subList(known, arguments.size()), nonzero));
                    var next = cotangents.iterator();
                    var all = new ArrayList<@Nullable Array>();
                    for (boolean isLinear : linear) {
                      all.add(isLinear ? next.next() : null);
                    }
                    return gather(List.of(), all, mask);
                  });
          return new WithTangents(traced.closed(), List.copyOf(mask));
        });
  }

  /** {@return the batched program, for these batch axes of the operands} */
  public static Mapped batch(Jaxpr jaxpr, MappedAxis axis, List<Integer> axes) {
    return batch(jaxpr, axis, axes, none(jaxpr));
  }

  /**
   * {@return the batched program, for these batch axes of the operands}
   *
   * @param mapped whether each result has its lanes along axis 0, even if all lanes are equal
   */
  public static Mapped batch(
      Jaxpr jaxpr, MappedAxis axis, List<Integer> axes, List<Boolean> mapped) {
    return jaxpr.derive(
        new BatchKey(axis, List.copyOf(axes), List.copyOf(mapped)),
        source -> {
          var avals = new ArrayList<ShapedArray>();
          for (int i = 0; i < axes.size(); i++) {
            var aval = source.inputs().get(i).aval();
            avals.add(
                axes.get(i) < 0
                    ? aval
                    : aval.withShape(aval.shape().insert(axes.get(i), axis.size())));
          }
          var resultAxes = new ArrayList<Integer>();
          var traced =
              StagingTrace.trace(
                  "vmap",
                  avals,
                  arguments -> {
                    var out = BatchTrace.batch(axis, source::eval, arguments, axes);
                    var values = new ArrayList<Array>();
                    for (int i = 0; i < out.values().size(); i++) {
                      var value = out.values().get(i);
                      int position = out.axes().get(i);
                      values.add(mapped.get(i) ? Batching.toFront(axis, value, position) : value);
                      resultAxes.add(mapped.get(i) ? Integer.valueOf(0) : out.axes().get(i));
                    }
                    return values;
                  });
          return new Mapped(traced.closed(), List.copyOf(resultAxes));
        });
  }

  /** {@return the known part of the program, for these known inputs} */
  public static Known known(Jaxpr jaxpr, List<Boolean> inputs) {
    return jaxpr.derive(
        new KnownKey(List.copyOf(inputs)),
        source -> {
          var outputs = new ArrayList<Boolean>();
          var avals = source.inputAvals();
          var traced =
              StagingTrace.trace(
                  "known",
                  select(avals, inputs, true),
                  known ->
                      KnownTrace.run(
                          "known",
                          select(avals, inputs, false),
                          (trace, unknown) -> {
                            var results = source.eval(merged(inputs, known, unknown));
                            results.forEach(result -> outputs.add(trace.knows(result)));
                            return select(results, outputs, true);
                          }));
          return new Known(traced.closed(), List.copyOf(outputs));
        });
  }

  private static <T> List<T> select(List<T> all, List<Boolean> mask, boolean value) {
    var selected = new ArrayList<T>();
    for (int i = 0; i < all.size(); i++) {
      if (mask.get(i) == value) {
        selected.add(all.get(i));
      }
    }
    return selected;
  }

  private static List<Array> merged(List<Boolean> mask, List<Array> known, List<Array> unknown) {
    var knownOnes = known.iterator();
    var unknownOnes = unknown.iterator();
    return mask.stream().map(is -> is ? knownOnes.next() : unknownOnes.next()).toList();
  }

  private static List<Boolean> none(Jaxpr jaxpr) {
    return Collections.nCopies(jaxpr.outputs().size(), false);
  }

  private static List<@Nullable Array> instantiated(
      List<Array> primals, List<@Nullable Array> tangents, List<Boolean> instantiate) {
    var all = new ArrayList<@Nullable Array>(tangents.size());
    for (int i = 0; i < tangents.size(); i++) {
      all.add(
          instantiate.get(i)
              ? Tangents.instantiate(tangents.get(i), primals.get(i).aval().strong())
              : tangents.get(i));
    }
    return all;
  }

  private static Jaxpr knownFirst(Jaxpr jaxpr, List<Boolean> linear) {
    var inputs = new ArrayList<io.cambric.core.Atom.Var>();
    for (int i = 0; i < linear.size(); i++) {
      if (!linear.get(i)) {
        inputs.add(jaxpr.inputs().get(i));
      }
    }
    for (int i = 0; i < linear.size(); i++) {
      if (linear.get(i)) {
        inputs.add(jaxpr.inputs().get(i));
      }
    }
    return new Jaxpr(inputs, jaxpr.eqns(), jaxpr.outputs());
  }

  private static List<ShapedArray> tangentAvals(List<ShapedArray> avals, List<Boolean> nonzero) {
    var chosen = new ArrayList<ShapedArray>();
    for (int i = 0; i < avals.size(); i++) {
      if (nonzero.get(i)) {
        chosen.add(avals.get(i).strong());
      }
    }
    return chosen;
  }

  private static List<@Nullable Array> spread(List<Array> values, List<Boolean> nonzero) {
    var all = new ArrayList<@Nullable Array>(nonzero.size());
    int next = 0;
    for (boolean present : nonzero) {
      all.add(present ? values.get(next++) : null);
    }
    return all;
  }

  private static List<Array> gather(
      List<Array> first, List<@Nullable Array> tangents, List<Boolean> mask) {
    var all = new ArrayList<>(first);
    for (var tangent : tangents) {
      mask.add(tangent != null);
      if (tangent != null) {
        all.add(tangent);
      }
    }
    return all;
  }
}
