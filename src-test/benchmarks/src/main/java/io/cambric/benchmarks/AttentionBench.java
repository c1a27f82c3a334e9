package io.cambric.benchmarks;

import static io.cambric.transform.Transforms.vjp;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import io.cambric.numpy.option.DotProductAttentionOptions;
import java.util.ArrayList;
import java.util.List;

/**
 * Benchmark of attention and its gradient: 8192 tokens in sequences of several lengths, four heads
 * of 64.
 *
 * <p>The operation count covers the products of the result, and {@code GRADIENT} times their number
 * for the gradient. Recomputed products do not count. Causal attention counts half.
 */
final class AttentionBench {

  private static final int TOKENS = 8192;
  private static final int HEADS = 4;
  private static final int SIZE = 64;
  private static final double GRADIENT = 2.5;

  private AttentionBench() {}

  static void run(BenchReport report) {
    report.measurePeak();
    var rates = new ArrayList<Double>();
    for (int length : new int[] {128, 512, 2048, TOKENS}) {
      measure(length, false, report, rates);
    }
    measure(2048, true, report, rates);
    report.meanFlops("attention", rates);
  }

  private static void measure(int length, boolean causal, BenchReport report, List<Double> rates) {
    var shape = Shape.of(TOKENS / length, length, HEADS, SIZE);
    var q = Random.normal(Key.of(0), shape);
    var k = Random.normal(Key.of(1), shape);
    var v = Random.normal(Key.of(2), shape);
    double flops = 4.0 * length * shape.size() * (causal ? 0.5 : 1);
    var name = length + (causal ? " causal" : "");
    var inputs = List.of(q, k, v);
    var forward = new RepeatedCalls(inputs, in -> List.of(attend(causal, in)));
    rates.add(report.flops(name, flops, Timing.of(forward, report.seconds())));
    var both =
        new RepeatedCalls(
            inputs,
            in -> vjp((List<Array> x) -> attend(causal, x), in).pullback().apply(in.getFirst()));
    rates.add(
        report.flops(
            name + " and gradient", flops * (1 + GRADIENT), Timing.of(both, report.seconds())));
  }

  private static Array attend(boolean causal, List<Array> x) {
    return Activations.dotProductAttention(
        x.get(0), x.get(1), x.get(2), DotProductAttentionOptions.DEFAULT.withCausal(causal));
  }
}
