package io.cambric.programs;

import io.cambric.core.NdArray;
import io.cambric.programs.Draw.Drawn;
import io.cambric.programs.Operation.Nested;
import io.cambric.transform.Transforms;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rows of programs mapped over an axis of their operands. */
final class MappingDraws {

  private MappingDraws() {}

  static List<Draw> rows() {
    return List.of(new Draw("vmap", MappingDraws::vmap));
  }

  private static @Nullable Drawn vmap(Writer w) {
    int first = w.value(x -> x.rank() > 0 && x.size() > 0);
    if (first < 0) {
      return null;
    }
    var operands = new ArrayList<>(List.of(first));
    if (w.random.nextBoolean()) {
      operands.add(w.anyValue());
    }
    int axis = w.random.nextInt(w.sample(first).rank());
    int lanes = w.sample(first).dim(axis);
    var axes = new ArrayList<@Nullable Integer>();
    var samples = new ArrayList<NdArray>();
    for (int i = 0; i < operands.size(); i++) {
      var sample = w.sample(operands.get(i));
      Integer at = i == 0 ? Integer.valueOf(axis) : axisOf(sample, lanes);
      axes.add(at);
      samples.add(at == null ? sample : PlainLoops.lane(sample, at, 0));
    }
    var body = w.body(samples).returningSome(w.random.nextInt(1, 3));
    int out = w.random.nextInt(-1, 1);
    var operation =
        new Nested(
            "vmap",
            "vmap[in_axes=%s out_axes=%d]".formatted(axes, out),
            List.of(body),
            Set.of(),
            (bodies, v) ->
                Transforms.vmap(
                        Bodies.function(bodies.getFirst(), List.of()),
                        spec -> spec.inAxes((Object) axes).outAxes(out))
                    .apply(v),
            (bodies, v) -> PlainLoops.lanes(bodies.getFirst(), lanes, axes, out, v));
    return new Drawn(operation, operands);
  }

  private static @Nullable Integer axisOf(NdArray x, int lanes) {
    for (int axis = x.rank() - 1; axis >= 0; axis--) {
      if (x.dim(axis) == lanes) {
        return axis;
      }
    }
    return null;
  }
}
