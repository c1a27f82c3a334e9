package io.cambric.benchmarks.sweep;

import static io.cambric.transform.Transforms.evalShape;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.vjp;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.Costs;
import io.cambric.core.ShapedArray;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import io.cambric.transform.Jit;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A case, compiled, with its operands: a run computes the result once.
 *
 * <p>The operands of a gradient are followed by cotangents of the floating results. Its results are
 * the cotangents of the floating operands.
 */
public final class CompiledCase implements Runnable {

  private final Jit<List<Array>, List<Array>> compiled;
  private final List<Array> operands;

  private CompiledCase(Jit<List<Array>, List<Array>> compiled, List<Array> operands) {
    this.compiled = compiled;
    this.operands = operands;
  }

  static CompiledCase of(Case drawn) {
    var stored = new ArrayList<Array>();
    var described = drawn.operands();
    for (int i = 0; i < described.size(); i++) {
      var array = described.get(i).array(i);
      // A copy in the order of the reversed axes: the program transposes it back.
      stored.add(drawn.strided() ? array.transpose().add(0).astype(array.dtype()) : array);
    }
    int count = stored.size();
    if (!drawn.gradient()) {
      return new CompiledCase(jit((List<Array> x) -> results(drawn, x)), stored);
    }
    var results =
        (List<?>)
            Objects.requireNonNull(evalShape((List<Array> x) -> floats(results(drawn, x)), stored));
    for (int i = 0; i < results.size(); i++) {
      var aval = (ShapedArray) results.get(i);
      stored.add(Random.normal(Key.of(1000 + i), aval.shape()).astype(aval.dtype()));
    }
    return new CompiledCase(
        jit((List<Array> all) ->
            gradients(drawn, all.subList(0, count), all.subList(count, all.size()))),
        stored);
  }

  private static List<Array> results(Case drawn, List<Array> stored) {
    var operands = stored.stream().map(x -> drawn.strided() ? x.transpose() : x).toList();
    return Trees.leaves(drawn.operation().body().apply(drawn, operands)).stream()
        .filter(Array.class::isInstance)
        .map(Array.class::cast)
        .toList();
  }

  private static List<Array> floats(List<Array> arrays) {
    return arrays.stream().filter(array -> array.dtype().isFloating()).toList();
  }

  private static List<Array> gradients(Case drawn, List<Array> operands, List<Array> cotangents) {
    var pullback =
        vjp(
                (List<Array> floating) -> {
                  var all = new ArrayList<Array>();
                  var rest = floating.iterator();
                  operands.forEach(x -> all.add(x.dtype().isFloating() ? rest.next() : x));
                  return floats(results(drawn, all));
                },
                floats(operands))
            .pullback();
    return pullback.apply(cotangents);
  }

  @Override
  public void run() {
    // Peers that count references give the memory of a result back, too.
    compiled.apply(operands).forEach(Array::delete);
  }

  /** {@return the sum of the absolute values of all results} */
  public double sum() {
    double sum = 0;
    for (var result : compiled.apply(operands)) {
      sum += result.astype(DType.F64).abs().sum().item();
    }
    return sum;
  }

  /** {@return arithmetic operations of a run, counted before any optimisation} */
  public double flops() {
    return Costs.of(compiled.jaxpr(operands)).flops();
  }

  /** {@return bytes of operands and results: what a run must read and write at least} */
  public double bytes() {
    var jaxpr = compiled.jaxpr(operands);
    return (double) bytes(jaxpr.inputAvals()) + bytes(jaxpr.outputAvals());
  }

  private static long bytes(List<ShapedArray> avals) {
    return avals.stream().mapToLong(ShapedArray::bytes).sum();
  }
}
