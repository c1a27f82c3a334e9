package io.cambric.programs;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.lax.Lax;
import io.cambric.programs.Operation.Nested;
import io.cambric.programs.StepGenerator.Drawn;
import io.cambric.transform.ScanOptions;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.Carry;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rows of loops, branches and calls. */
final class ControlSteps {

  private static final int MAX_ITERATIONS = 4;

  private ControlSteps() {}

  static List<StepGenerator> rows() {
    return List.of(
        ofJit(),
        new StepGenerator("scan", g -> scan(g, false)),
        new StepGenerator("scan_reverse", g -> scan(g, true)),
        new StepGenerator("while_loop", ControlSteps::whileLoop),
        new StepGenerator("fori_loop", ControlSteps::foriLoop),
        new StepGenerator("fori_loop_of_arrays", ControlSteps::foriLoopOfArrays),
        new StepGenerator("cond", ControlSteps::cond),
        new StepGenerator("switch", ControlSteps::switchCase),
        new StepGenerator("map", ControlSteps::map));
  }

  /** {@return calls of compiled programs} */
  static StepGenerator ofJit() {
    return new StepGenerator("jit", ControlSteps::jit);
  }

  private static Drawn jit(ProgramGenerator g) {
    var operands = Bodies.operands(g, 3);
    int captured = g.random.nextInt(operands.size() + 1);
    var body = g.body(g.samples(operands)).returningSome(g.random.nextInt(1, 4));
    return new Drawn(
        new Nested(
            "jit",
            "jit[captured=%d]".formatted(captured),
            List.of(body),
            Set.of(),
            (bodies, v) -> {
              var function = Bodies.function(bodies.getFirst(), v.subList(0, captured));
              return Transforms.jit(function).apply(v.subList(captured, v.size()));
            },
            (bodies, v) -> bodies.getFirst().applyPlainly(v)),
        operands);
  }

  private static @Nullable Drawn scan(ProgramGenerator g, boolean reverse) {
    int stacked = g.value(x -> x.rank() > 0 && x.dim(0) > 0 && x.dim(0) <= 5);
    boolean rows = stacked >= 0 && g.random.nextInt(4) > 0;
    int length = rows ? g.sample(stacked).dim(0) : g.random.nextInt(0, MAX_ITERATIONS);
    var constants = g.random.nextBoolean() ? Bodies.operands(g, 2) : List.<Integer>of();
    var carries = g.random.nextInt(5) > 0 ? Bodies.operands(g, 2) : List.<Integer>of();
    var xs = new ArrayList<Integer>();
    if (rows) {
      xs.add(stacked);
      if (g.random.nextBoolean()) {
        xs.add(g.value(x -> x.rank() > 0 && x.dim(0) == length));
      }
    }
    var samples = new ArrayList<>(g.samples(constants));
    samples.addAll(Bodies.strong(g.samples(carries)));
    xs.forEach(x -> samples.add(PlainLoops.row(g.sample(x), reverse ? length - 1 : 0)));
    if (samples.isEmpty()) {
      return null;
    }
    var generator = g.body(samples);
    var outputs = new ArrayList<>(Bodies.nextOf(generator, constants.size(), carries.size()));
    for (int i = g.random.nextInt(carries.isEmpty() ? 1 : 0, 3); i > 0; i--) {
      outputs.add(generator.anyValue());
    }
    int c = constants.size();
    int n = carries.size();
    var operation =
        new Nested(
            reverse ? "scan_reverse" : "scan",
            "scan[length=%d reverse=%s constants=%d carries=%d]".formatted(length, reverse, c, n),
            List.of(generator.returning(outputs)),
            Set.of(),
            (bodies, v) -> {
              Fn2<List<Array>, List<Array>, Carry<List<Array>, List<Array>>> body =
                  (carry, row) -> {
                    var out =
                        bodies
                            .getFirst()
                            .apply(Bodies.concat(v.subList(0, c), Bodies.concat(carry, row)));
                    return new Carry<>(out.subList(0, n), out.subList(n, out.size()));
                  };
              var out =
                  Transforms.scan(
                      body,
                      Bodies.meant(v.subList(c, c + n)),
                      v.subList(c + n, v.size()),
                      ScanOptions.DEFAULT.withLength(length).withReverse(reverse));
              return Bodies.concat(out.carry(), out.output());
            },
            (bodies, v) -> PlainLoops.scan(bodies.getFirst(), length, reverse, c, n, v));
    return new Drawn(operation, Bodies.concat(Bodies.concat(constants, carries), xs));
  }

  /** A loop whose number of iterations is an operand; the number of the iteration is a carry. */
  private static @Nullable Drawn whileLoop(ProgramGenerator g) {
    boolean stopped = g.kind.reverse();
    int limit = g.index(0, MAX_ITERATIONS);
    var operands = Bodies.operands(g, 3);
    var samples = new ArrayList<>(List.of(NdArray.scalar(DType.I32, 0)));
    samples.addAll(Bodies.strong(g.samples(operands)));
    var generator = g.body(samples);
    var outputs = Bodies.nextOf(generator, 1, operands.size());
    var operation =
        new Nested(
            "while_loop",
            "while_loop[while iteration < first%s]".formatted(stopped ? ", gradient stopped" : ""),
            List.of(generator.returning(outputs)),
            Set.of(stopped ? Restriction.NOT_A_LIMIT : Restriction.FORWARD_ONLY),
            (bodies, v) -> {
              var most = Lax.min(v.getFirst(), NdArray.scalar(DType.I32, MAX_ITERATIONS));
              var init = new ArrayList<Array>(List.of(NdArray.scalar(DType.I32, 0)));
              v.subList(1, v.size()).forEach(x -> init.add(stopped ? Lax.stopGradient(x) : x));
              Fn<List<Array>, Array> condition = carry -> Lax.lt(carry.getFirst(), most);
              Fn<List<Array>, List<Array>> body =
                  carry -> {
                    var iteration = Lax.add(carry.getFirst(), NdArray.scalar(DType.I32, 1));
                    return Bodies.concat(List.of(iteration), bodies.getFirst().apply(carry));
                  };
              var out = Transforms.whileLoop(condition, body, Bodies.meant(init));
              return out.subList(1, out.size());
            },
            (bodies, v) ->
                PlainLoops.iterations(
                    bodies.getFirst(),
                    0,
                    Math.min(MAX_ITERATIONS, PlainLoops.whole(v.getFirst())),
                    v.subList(1, v.size())));
    return new Drawn(operation, Bodies.concat(List.of(limit), operands));
  }

  private static @Nullable Drawn foriLoop(ProgramGenerator g) {
    int lower = g.random.nextInt(-1, 2);
    int upper = lower + g.random.nextInt(0, MAX_ITERATIONS);
    var operands = Bodies.operands(g, 2);
    var program = loopBody(g, operands);
    var operation =
        new Nested(
            "fori_loop",
            "fori_loop[%d %d]".formatted(lower, upper),
            List.of(program),
            Set.of(),
            (bodies, v) -> {
              Fn2<Array, List<Array>, List<Array>> body =
                  (i, carry) -> bodies.getFirst().apply(Bodies.concat(List.of(i), carry));
              return Transforms.foriLoop(lower, upper, body, Bodies.meant(v));
            },
            (bodies, v) -> PlainLoops.iterations(bodies.getFirst(), lower, upper, v));
    return new Drawn(operation, operands);
  }

  private static Program loopBody(ProgramGenerator g, List<Integer> operands) {
    var samples = new ArrayList<>(List.of(NdArray.scalar(DType.I32, 1)));
    samples.addAll(Bodies.strong(g.samples(operands)));
    var generator = g.body(samples);
    return generator.returning(Bodies.nextOf(generator, 1, operands.size()));
  }

  private static @Nullable Drawn foriLoopOfArrays(ProgramGenerator g) {
    boolean stopped = g.kind.reverse();
    int lower = g.index(-1, 2);
    int upper = g.index(0, MAX_ITERATIONS);
    var operands = Bodies.operands(g, 2);
    var operation =
        new Nested(
            "fori_loop_of_arrays",
            "fori_loop[from first to second%s]".formatted(stopped ? ", gradient stopped" : ""),
            List.of(loopBody(g, operands)),
            Set.of(stopped ? Restriction.NOT_A_LIMIT : Restriction.FORWARD_ONLY),
            (bodies, v) -> {
              Fn2<Array, List<Array>, List<Array>> body =
                  (i, carry) -> bodies.getFirst().apply(Bodies.concat(List.of(i), carry));
              var first = Lax.max(v.get(0), NdArray.scalar(DType.I32, -1));
              var last = Lax.min(v.get(1), NdArray.scalar(DType.I32, MAX_ITERATIONS));
              var init = v.subList(2, v.size());
              return Transforms.foriLoop(
                  first,
                  last,
                  body,
                  stopped ? init.stream().map(Lax::stopGradient).toList() : init);
            },
            (bodies, v) ->
                PlainLoops.iterations(
                    bodies.getFirst(),
                    Math.max(-1, PlainLoops.whole(v.get(0))),
                    Math.min(MAX_ITERATIONS, PlainLoops.whole(v.get(1))),
                    v.subList(2, v.size())));
    return new Drawn(operation, Bodies.concat(List.of(lower, upper), operands));
  }

  private static Drawn cond(ProgramGenerator g) {
    int predicate = Bodies.predicate(g);
    var operands = Bodies.operands(g, 3);
    int captured = g.random.nextInt(operands.size() + 1);
    var operation =
        new Nested(
            "cond",
            "cond[captured=%d]".formatted(captured),
            branches(g, operands, 2),
            Set.of(),
            (bodies, v) -> {
              var own = v.subList(1, 1 + captured);
              return Transforms.cond(
                  v.getFirst(),
                  Bodies.function(bodies.get(0), own),
                  Bodies.function(bodies.get(1), own),
                  v.subList(1 + captured, v.size()));
            },
            (bodies, v) ->
                bodies
                    .get(PlainLoops.whole(v.getFirst()) != 0 ? 0 : 1)
                    .applyPlainly(v.subList(1, v.size())));
    return new Drawn(operation, Bodies.concat(List.of(predicate), operands));
  }

  private static List<Program> branches(ProgramGenerator g, List<Integer> operands, int count) {
    var first = g.body(g.samples(operands)).returningSome(g.random.nextInt(1, 3));
    var types = first.apply(List.copyOf(g.samples(operands))).stream().map(Array::aval).toList();
    var branches = new ArrayList<>(List.of(first));
    while (branches.size() < count) {
      var other = g.body(g.samples(operands));
      var outputs = new ArrayList<Integer>();
      for (ShapedArray type : types) {
        outputs.add(Bodies.like(other, type));
      }
      branches.add(other.returning(outputs));
    }
    return branches;
  }

  private static Drawn switchCase(ProgramGenerator g) {
    int count = g.random.nextInt(1, 4);
    int index = g.index(-1, count + 1);
    var operands = Bodies.operands(g, 2);
    var operation =
        new Nested(
            "switch",
            "switch",
            branches(g, operands, count),
            Set.of(),
            (bodies, v) -> {
              var functions =
                  bodies.stream().map(body -> Bodies.function(body, List.of())).toList();
              return Transforms.switchCase(v.getFirst(), functions, v.subList(1, v.size()));
            },
            (bodies, v) ->
                bodies
                    .get(Math.clamp(PlainLoops.whole(v.getFirst()), 0, bodies.size() - 1))
                    .applyPlainly(v.subList(1, v.size())));
    return new Drawn(operation, Bodies.concat(List.of(index), operands));
  }

  private static @Nullable Drawn map(ProgramGenerator g) {
    int x = g.value(v -> v.rank() > 0 && v.dim(0) > 0 && v.dim(0) < 6);
    if (x < 0) {
      return null;
    }
    var body =
        g.body(List.of(PlainLoops.row(g.sample(x), 0))).returningSome(g.random.nextInt(1, 3));
    var operation =
        new Nested(
            "map",
            "map",
            List.of(body),
            Set.of(),
            (bodies, v) -> Transforms.map(Bodies.function(bodies.getFirst(), List.of()), v),
            (bodies, v) -> PlainLoops.scan(bodies.getFirst(), v.getFirst().dim(0), false, 0, 0, v));
    return new Drawn(operation, List.of(x));
  }
}
