package io.cambric.programs;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.programs.Check.Outcome;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Checks of programs mapped over lanes against one run per lane. */
final class MappingChecks {

  private MappingChecks() {}

  /** {@return the checks} */
  static List<Check> all() {
    return List.of(
        new Check("vmap = loop", (sample, random) -> vmap(sample, random, Wrapped.NOT)),
        new Check(
            "vmap of jit = loop", 2, (sample, random) -> vmap(sample, random, Wrapped.INSIDE)),
        new Check(
            "jit of vmap = loop", 2, (sample, random) -> vmap(sample, random, Wrapped.OUTSIDE)),
        new Check("vmap of grad = loop of grads", MappingChecks::vmapOfGrad));
  }

  /** Where jit stands. */
  private enum Wrapped {
    NOT,
    INSIDE,
    OUTSIDE
  }

  /**
   * Arguments for a few lanes.
   *
   * @param axes of each argument, {@code null} for one that all lanes share
   */
  private record Lanes(List<List<NdArray>> each, List<@Nullable Integer> axes) {

    static Lanes of(Sample sample, RandomGenerator random, boolean floatingOnly) {
      int count = random.nextInt(1, 4);
      var axes = new ArrayList<@Nullable Integer>();
      for (var argument : sample.arguments()) {
        boolean shared = random.nextInt(3) == 0 || (floatingOnly && !argument.dtype().isFloating());
        axes.add(shared ? null : Integer.valueOf(random.nextInt(argument.rank() + 1)));
      }
      // Only a mapped argument gives the number of lanes.
      boolean none = axes.stream().allMatch(axis -> axis == null);
      for (int i = 0; none && i < axes.size(); i++) {
        if (!floatingOnly || sample.arguments().get(i).dtype().isFloating()) {
          axes.set(i, 0);
          none = false;
        }
      }
      var each = new ArrayList<List<NdArray>>();
      each.add(sample.arguments());
      while (each.size() < count) {
        var lane = new ArrayList<>(sample.nearby(random));
        for (int i = 0; i < lane.size(); i++) {
          if (axes.get(i) == null) {
            lane.set(i, sample.arguments().get(i));
          }
        }
        each.add(lane);
      }
      return new Lanes(each, axes);
    }

    List<NdArray> stacked() {
      var all = new ArrayList<NdArray>();
      for (int i = 0; i < axes.size(); i++) {
        int argument = i;
        var axis = axes.get(i);
        all.add(
            axis == null
                ? each.getFirst().get(i)
                : PlainLoops.stack(each.stream().map(lane -> lane.get(argument)).toList(), axis));
      }
      return all;
    }
  }

  private static Outcome vmap(Sample sample, RandomGenerator random, Wrapped jit) {
    if (sample.arguments().isEmpty()) {
      return Outcome.NOT_APPLICABLE;
    }
    var lanes = Lanes.of(sample, random, false);
    Fn<List<Array>, List<Array>> function = Checks.function(sample);
    Fn<List<Array>, List<Array>> inner =
        jit == Wrapped.INSIDE ? Transforms.jit(function)::apply : function;
    var mapped = Transforms.vmap(inner).inAxes((Object) lanes.axes());
    Fn<List<Array>, List<Array>> outer =
        jit == Wrapped.OUTSIDE ? Transforms.jit(mapped)::apply : mapped;
    return Outcome.of(
        Comparison.close(
            "vmap, loop",
            () -> outer.apply(Checks.arguments(lanes.stacked())),
            () -> loop(lanes, lane -> sample.program().apply(Checks.arguments(lane)))));
  }

  private static Outcome vmapOfGrad(Sample sample, RandomGenerator random) {
    var f = Smooth.of(sample);
    if (f.isEmpty() || sample.program().restrictions().contains(Restriction.FORWARD_ONLY)) {
      return Outcome.NOT_APPLICABLE;
    }
    var lanes = Lanes.of(sample, random, true);
    var axes = new ArrayList<@Nullable Integer>();
    for (int i = 0; i < lanes.axes().size(); i++) {
      if (sample.arguments().get(i).dtype().isFloating()) {
        axes.add(lanes.axes().get(i));
      }
    }
    var grad = Transforms.grad(f.loss());
    var mapped = Transforms.vmap(grad).inAxes((Object) axes);
    return Outcome.of(
        Comparison.close(
            "vmap of grad, loop of grads",
            () -> mapped.apply(Checks.arguments(floating(lanes.stacked()))),
            () -> loop(lanes, lane -> grad.apply(Checks.arguments(floating(lane))))));
  }

  private static List<NdArray> floating(List<NdArray> arrays) {
    return arrays.stream().filter(x -> x.dtype().isFloating()).toList();
  }

  private static List<Array> loop(Lanes lanes, Fn<List<NdArray>, List<Array>> function) {
    var results = lanes.each().stream().map(function::apply).toList();
    var stacked = new ArrayList<Array>();
    for (int k = 0; k < results.getFirst().size(); k++) {
      int result = k;
      stacked.add(PlainLoops.stack(results.stream().map(lane -> lane.get(result)).toList(), 0));
    }
    return stacked;
  }
}
