package io.cambric.programs;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.lax.Lax;
import io.cambric.programs.Operation.Nested;
import io.cambric.programs.StepGenerator.Drawn;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Rows of programs mapped over an axis of their operands. */
final class MappingSteps {

  private static final String AXIS = "lanes";

  private MappingSteps() {}

  static List<StepGenerator> rows() {
    var rows = new ArrayList<>(List.of(new StepGenerator("vmap", MappingSteps::vmap)));
    for (var collective : Collective.values()) {
      rows.add(new StepGenerator("vmap " + collective.row, g -> namedVmap(g, collective)));
    }
    return rows;
  }

  private static @Nullable Drawn vmap(ProgramGenerator g) {
    int first = g.value(x -> x.rank() > 0 && x.size() > 0);
    if (first < 0) {
      return null;
    }
    var operands = new ArrayList<>(List.of(first));
    if (g.random.nextBoolean()) {
      operands.add(g.anyValue());
    }
    int axis = g.random.nextInt(g.sample(first).rank());
    int lanes = g.sample(first).dim(axis);
    var axes = new ArrayList<@Nullable Integer>();
    var samples = new ArrayList<NdArray>();
    for (int i = 0; i < operands.size(); i++) {
      var sample = g.sample(operands.get(i));
      Integer at = i == 0 ? Integer.valueOf(axis) : axisOf(sample, lanes);
      axes.add(at);
      samples.add(at == null ? sample : PlainLoops.lane(sample, at, 0));
    }
    var body = g.body(samples).returningSome(g.random.nextInt(1, 3));
    int out = g.random.nextInt(-1, 1);
    var operation =
        new Nested(
            "vmap",
            "vmap[in_axes=%s out_axes=%d]".formatted(axes, out),
            List.of(body),
            Set.of(),
            (bodies, v) ->
                Transforms.vmap(Bodies.function(bodies.getFirst(), List.of()))
                    .inAxes((Object) axes)
                    .outAxes(out)
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

  /** A meeting of lanes, and what it means for the results of all lanes, stacked. */
  private enum Collective {
    PSUM("psum", x -> Lax.psum(x, AXIS), (all, _) -> Lax.reduceSum(all, Axes.of(0))),
    PMEAN(
        "pmean",
        x -> Lax.pmean(x, AXIS),
        (all, _) ->
            Lax.div(Lax.reduceSum(all, Axes.of(0)), NdArray.scalar(all.dtype(), all.dim(0)))),
    ALL_GATHER("all_gather", x -> Lax.allGather(x, AXIS), (all, _) -> all),
    PPERMUTE(
        "ppermute",
        x -> Lax.ppermute(x, AXIS, rotation(Lax.axisSize(AXIS))),
        (all, lane) -> PlainLoops.row(all, Math.floorMod(lane - 1, all.dim(0)))),
    AXIS_INDEX(
        "axis_index",
        x -> Lax.mul(x, Lax.convertElementType(Lax.axisIndex(AXIS), x.dtype())),
        (all, lane) -> Lax.mul(PlainLoops.row(all, lane), NdArray.scalar(all.dtype(), lane)));

    final String row;
    final UnaryOperator<Array> applied;
    final BiFunction<Array, Integer, Array> plain;

    Collective(String row, UnaryOperator<Array> applied, BiFunction<Array, Integer, Array> plain) {
      this.row = row;
      this.applied = applied;
      this.plain = plain;
    }

    /** Each lane hands its value to the next. */
    private static int[][] rotation(int lanes) {
      int[][] pairs = new int[lanes][];
      for (int lane = 0; lane < lanes; lane++) {
        pairs[lane] = new int[] {lane, (lane + 1) % lanes};
      }
      return pairs;
    }
  }

  /** A program, a meeting of its lanes at one result, and a program of both. */
  private static @Nullable Drawn namedVmap(ProgramGenerator g, Collective collective) {
    int x = g.value(v -> v.dtype().isFloating() && v.rank() > 0 && v.dim(0) > 0 && v.dim(0) < 6);
    if (x < 0) {
      return null;
    }
    var first = g.body(List.of(PlainLoops.row(g.sample(x), 0)));
    int result = first.floating();
    var before = first.returning(List.of(result < 0 ? 0 : result));
    var all = PlainLoops.lanes(before, g.sample(x).dim(0), List.of(0), 0, List.of(g.sample(x)));
    var met = collective.plain.apply(all.getFirst(), 0).concrete("a meeting");
    var second = g.body(List.of(PlainLoops.row(all.getFirst(), 0), met));
    var after = second.returningSome(g.random.nextInt(1, 3));
    var operation =
        new Nested(
            "vmap " + collective.row,
            "vmap[%s between two programs]".formatted(collective.row),
            List.of(before, after),
            Set.of(),
            (bodies, v) -> {
              Fn<Array, List<Array>> lane =
                  row -> {
                    var own = bodies.get(0).apply(List.of(row)).getFirst();
                    return bodies.get(1).apply(List.of(own, collective.applied.apply(own)));
                  };
              return Transforms.vmap(lane).axisName(AXIS).apply(v.getFirst());
            },
            (bodies, v) -> meet(bodies, collective, v.getFirst()));
    return new Drawn(operation, List.of(x));
  }

  private static List<Array> meet(List<Program> bodies, Collective collective, Array x) {
    int lanes = x.dim(0);
    var all = PlainLoops.lanes(bodies.get(0), lanes, List.of(0), 0, List.of(x)).getFirst();
    var results = new ArrayList<List<Array>>();
    for (int lane = 0; lane < lanes; lane++) {
      var met = collective.plain.apply(all, lane);
      results.add(bodies.get(1).applyPlainly(List.of(PlainLoops.row(all, lane), met)));
    }
    return PlainLoops.stacked(results, 0);
  }
}
