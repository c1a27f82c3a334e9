package io.cambric.programs;

import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.programs.Operation.Nested;
import io.cambric.programs.ProgramKind.Derivatives;
import io.cambric.programs.StepGenerator.Drawn;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.Jvp;
import io.cambric.transform.result.WithResiduals;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Rows of derivatives of programs, taken inside of programs, and of derivatives that users write.
 */
final class DerivativeSteps {

  private static final int MAX_VARIABLES = 5;

  private DerivativeSteps() {}

  static List<StepGenerator> rows() {
    return List.of(
        new StepGenerator("grad", DerivativeSteps::grad),
        new StepGenerator("jvp", DerivativeSteps::jvp),
        new StepGenerator("vjp", DerivativeSteps::vjp),
        new StepGenerator("linearize", DerivativeSteps::linearize),
        jacobian("jacfwd", true, false, Transforms::jacfwd),
        jacobian("jacrev", false, true, Transforms::jacrev),
        jacobian("hessian", true, true, Transforms::hessian),
        new StepGenerator("checkpoint", DerivativeSteps::checkpoint),
        new StepGenerator("custom_jvp", DerivativeSteps::customJvp),
        // Twice, as only programs without forward derivatives take it.
        new StepGenerator("custom_vjp", DerivativeSteps::customVjp),
        new StepGenerator("custom_vjp", DerivativeSteps::customVjp));
  }

  /** {@return the kind of a program whose derivatives are taken inside of one of another kind} */
  private static ProgramKind kind(ProgramGenerator g, boolean forward, boolean reverse) {
    boolean fits = (!forward || g.kind.forward()) && (!reverse || g.kind.reverse());
    return fits ? g.kind : new ProgramKind(g.kind.values(), Derivatives.BOTH);
  }

  /** A program of floating operands and results, the operands before them captured. */
  private record Function(List<Integer> operands, int captured, Program body) {}

  private static @Nullable Function function(ProgramGenerator g, ProgramKind kind, int most) {
    var captured = g.random.nextBoolean() ? Bodies.operands(g, 1) : List.<Integer>of();
    return function(g, kind, captured, most);
  }

  private static @Nullable Function function(
      ProgramGenerator g, ProgramKind kind, List<Integer> captured, int most) {
    var operands = Bodies.floatingOperands(g, most);
    if (operands.isEmpty()) {
      return null;
    }
    var all = Bodies.<Integer>concat(captured, operands);
    var generator = g.body(g.samples(all), kind);
    var results = Bodies.floatingResults(generator, 2);
    return new Function(all, captured.size(), generator.returning(results));
  }

  /** How a derivative is taken of a function at arguments. */
  private interface Taken {
    List<Array> apply(Fn<List<Array>, List<Array>> function, List<Array> arguments);
  }

  private static @Nullable Drawn drawn(
      String row, @Nullable Function function, Set<Restriction> restrictions, Taken taken) {
    if (function == null) {
      return null;
    }
    int captured = function.captured();
    var operation =
        new Nested(
            row,
            "%s[captured=%d]".formatted(row, captured),
            List.of(function.body()),
            restrictions,
            (bodies, v) ->
                taken.apply(
                    Bodies.function(bodies.getFirst(), v.subList(0, captured)),
                    v.subList(captured, v.size())));
    return new Drawn(operation, function.operands());
  }

  private static @Nullable Drawn grad(ProgramGenerator g) {
    return drawn(
        "grad",
        function(g, kind(g, false, true), 2),
        Set.of(),
        (function, v) -> {
          Fn<List<Array>, Array> loss = x -> Bodies.loss(function.apply(x));
          var out = Transforms.valueAndGrad(loss).apply(v);
          return Bodies.concat(List.of(out.value()), out.grads());
        });
  }

  private static @Nullable Drawn jvp(ProgramGenerator g) {
    return drawn(
        "jvp",
        function(g, kind(g, true, false), 2),
        Set.of(),
        (function, v) -> {
          var out = Transforms.jvp(function, v, directions(v));
          return Bodies.concat(out.output(), out.tangent());
        });
  }

  /** {@return tangents that depend on the primals, of dtypes that are meant} */
  private static List<Array> directions(List<Array> primals) {
    return primals.stream()
        .map(x -> Lax.convertElementType(Lax.sin(x), x.dtype()))
        .map(Array.class::cast)
        .toList();
  }

  private static @Nullable Drawn vjp(ProgramGenerator g) {
    return drawn(
        "vjp",
        function(g, kind(g, false, true), 2),
        Set.of(),
        (function, v) -> {
          var out = Transforms.vjp(function, v);
          return Bodies.concat(out.output(), out.pullback().apply(directions(out.output())));
        });
  }

  private static @Nullable Drawn linearize(ProgramGenerator g) {
    return drawn(
        "linearize",
        function(g, kind(g, true, false), 2),
        Set.of(),
        (function, v) -> {
          var out = Transforms.linearize(function, v);
          var once = out.linear().apply(directions(v));
          return Bodies.concat(once, out.linear().apply(directions(directions(v))));
        });
  }

  private static StepGenerator jacobian(
      String row, boolean forward, boolean reverse, UnaryOperator<ArrayFn> jacobian) {
    return new StepGenerator(
        row,
        g -> {
          int x = g.value(v -> v.dtype().isFloating() && v.size() <= MAX_VARIABLES && v.size() > 0);
          if (x < 0) {
            return null;
          }
          var generator = g.body(g.samples(List.of(x)), kind(g, forward, reverse));
          int y = generator.value(v -> v.dtype().isFloating() && v.size() <= MAX_VARIABLES);
          var operation =
              new Nested(
                  row,
                  row,
                  List.of(generator.returning(List.of(y < 0 ? 0 : y))),
                  Set.of(),
                  (bodies, v) -> {
                    ArrayFn function = a -> bodies.getFirst().apply(List.of(a)).getFirst();
                    return List.of(jacobian.apply(function).apply(v.getFirst()));
                  });
          return new Drawn(operation, List.of(x));
        });
  }

  private static @Nullable Drawn checkpoint(ProgramGenerator g) {
    return drawn(
        "checkpoint",
        function(g, g.kind, 2),
        Set.of(),
        (function, v) -> Transforms.checkpoint(function).apply(v));
  }

  /**
   * The rule is the derivative itself. It captures nothing, as the rules of JAX must not. Of two
   * arguments it takes the derivative in those with a tangent.
   */
  private static @Nullable Drawn customJvp(ProgramGenerator g) {
    return drawn(
        "custom_jvp",
        function(g, kind(g, true, false), List.of(), 2),
        Set.of(),
        (function, v) -> {
          if (v.size() > 1) {
            return SymbolicZeroSteps.customJvp(function).apply(v);
          }
          Fn2<List<Array>, List<Array>, Jvp<List<Array>>> rule =
              (x, tangents) -> Transforms.jvp(function, x, tangents);
          return Transforms.customJvp(function, rule).apply(v);
        });
  }

  /**
   * The rule is the derivative itself, and captures nothing. Of two arguments it takes the
   * derivative in those that are involved in differentiation.
   */
  private static @Nullable Drawn customVjp(ProgramGenerator g) {
    return drawn(
        "custom_vjp",
        function(g, kind(g, false, true), List.of(), 2),
        Set.of(Restriction.REVERSE_ONLY),
        (function, v) -> {
          if (v.size() > 1) {
            return SymbolicZeroSteps.customVjp(function).apply(v);
          }
          Fn<List<Array>, WithResiduals<List<Array>, List<Array>>> forward =
              x -> new WithResiduals<>(function.apply(x), new ArrayList<>(x));
          Fn2<List<Array>, List<Array>, List<Array>> backward =
              (x, cotangents) -> Transforms.vjp(function, x).pullback().apply(cotangents);
          return Transforms.customVjp(function, forward, backward).apply(v);
        });
  }
}
