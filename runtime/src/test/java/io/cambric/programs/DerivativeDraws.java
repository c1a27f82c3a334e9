package io.cambric.programs;

import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.programs.Draw.Drawn;
import io.cambric.programs.Operation.Nested;
import io.cambric.programs.Style.Derivatives;
import io.cambric.transform.ArrayFn;
import io.cambric.transform.Fn;
import io.cambric.transform.Fn2;
import io.cambric.transform.Jvp;
import io.cambric.transform.Transforms;
import io.cambric.transform.WithResiduals;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Rows of derivatives of programs, taken inside of programs, and of derivatives that users write.
 */
final class DerivativeDraws {

  private static final int MAX_VARIABLES = 5;

  private DerivativeDraws() {}

  static List<Draw> rows() {
    return List.of(
        new Draw("grad", DerivativeDraws::grad),
        new Draw("jvp", DerivativeDraws::jvp),
        new Draw("vjp", DerivativeDraws::vjp),
        new Draw("linearize", DerivativeDraws::linearize),
        jacobian("jacfwd", true, false, Transforms::jacfwd),
        jacobian("jacrev", false, true, Transforms::jacrev),
        jacobian("hessian", true, true, Transforms::hessian),
        new Draw("checkpoint", DerivativeDraws::checkpoint),
        new Draw("custom_jvp", DerivativeDraws::customJvp),
        // Twice, as only programs without forward derivatives take it.
        new Draw("custom_vjp", DerivativeDraws::customVjp),
        new Draw("custom_vjp", DerivativeDraws::customVjp));
  }

  /** {@return the style of a program whose derivatives are taken inside of one of another style} */
  private static Style style(Writer w, boolean forward, boolean reverse) {
    boolean fits = (!forward || w.style.forward()) && (!reverse || w.style.reverse());
    return fits ? w.style : new Style(w.style.mixed(), Derivatives.BOTH);
  }

  /** A program of floating operands and results, the operands before them captured. */
  private record Function(List<Integer> operands, int captured, Program body) {}

  private static @Nullable Function function(Writer w, Style style, int most) {
    var captured = w.random.nextBoolean() ? Bodies.operands(w, 1) : List.<Integer>of();
    return function(w, style, captured, most);
  }

  private static @Nullable Function function(
      Writer w, Style style, List<Integer> captured, int most) {
    var operands = Bodies.floatingOperands(w, most);
    if (operands.isEmpty()) {
      return null;
    }
    var all = Bodies.<Integer>concat(captured, operands);
    var writer = w.body(w.samples(all), style);
    var results = Bodies.floatingResults(writer, 2);
    return new Function(all, captured.size(), writer.returning(results));
  }

  /** How a derivative is taken of a function at arguments. */
  private interface Taken {
    List<Array> apply(Fn<List<Array>, List<Array>> function, List<Array> arguments);
  }

  private static @Nullable Drawn drawn(
      String row, @Nullable Function function, Set<Trait> traits, Taken taken) {
    if (function == null) {
      return null;
    }
    int captured = function.captured();
    var operation =
        new Nested(
            row,
            "%s[captured=%d]".formatted(row, captured),
            List.of(function.body()),
            traits,
            (bodies, v) ->
                taken.apply(
                    Bodies.function(bodies.getFirst(), v.subList(0, captured)),
                    v.subList(captured, v.size())));
    return new Drawn(operation, function.operands());
  }

  private static @Nullable Drawn grad(Writer w) {
    return drawn(
        "grad",
        function(w, style(w, false, true), 2),
        Set.of(),
        (function, v) -> {
          Fn<List<Array>, Array> loss = x -> Bodies.loss(function.apply(x));
          var out = Transforms.valueAndGrad(loss).apply(v);
          return Bodies.concat(List.of(out.value()), out.grads());
        });
  }

  private static @Nullable Drawn jvp(Writer w) {
    return drawn(
        "jvp",
        function(w, style(w, true, false), 2),
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

  private static @Nullable Drawn vjp(Writer w) {
    return drawn(
        "vjp",
        function(w, style(w, false, true), 2),
        Set.of(),
        (function, v) -> {
          var out = Transforms.vjp(function, v);
          return Bodies.concat(out.output(), out.pullback().apply(directions(out.output())));
        });
  }

  private static @Nullable Drawn linearize(Writer w) {
    return drawn(
        "linearize",
        function(w, style(w, true, false), 2),
        Set.of(),
        (function, v) -> {
          var out = Transforms.linearize(function, v);
          var once = out.linear().apply(directions(v));
          return Bodies.concat(once, out.linear().apply(directions(directions(v))));
        });
  }

  private static Draw jacobian(
      String row, boolean forward, boolean reverse, UnaryOperator<ArrayFn> jacobian) {
    return new Draw(
        row,
        w -> {
          int x = w.value(v -> v.dtype().isFloating() && v.size() <= MAX_VARIABLES && v.size() > 0);
          if (x < 0) {
            return null;
          }
          var writer = w.body(w.samples(List.of(x)), style(w, forward, reverse));
          int y = writer.value(v -> v.dtype().isFloating() && v.size() <= MAX_VARIABLES);
          var operation =
              new Nested(
                  row,
                  row,
                  List.of(writer.returning(List.of(y < 0 ? 0 : y))),
                  Set.of(),
                  (bodies, v) -> {
                    ArrayFn function = a -> bodies.getFirst().apply(List.of(a)).getFirst();
                    return List.of(jacobian.apply(function).apply(v.getFirst()));
                  });
          return new Drawn(operation, List.of(x));
        });
  }

  private static @Nullable Drawn checkpoint(Writer w) {
    return drawn(
        "checkpoint",
        function(w, w.style, 2),
        Set.of(),
        (function, v) -> Transforms.checkpoint(function).apply(v));
  }

  /** The rule is the derivative itself. It captures nothing, as the rules of JAX must not. */
  private static @Nullable Drawn customJvp(Writer w) {
    return drawn(
        "custom_jvp",
        function(w, style(w, true, false), List.of(), 2),
        Set.of(),
        (function, v) -> {
          Fn2<List<Array>, List<Array>, Jvp<List<Array>>> rule =
              (x, tangents) -> Transforms.jvp(function, x, tangents);
          return Transforms.customJvp(function, rule).apply(v);
        });
  }

  /** The rule is the derivative itself, and captures nothing. */
  private static @Nullable Drawn customVjp(Writer w) {
    return drawn(
        "custom_vjp",
        function(w, style(w, false, true), List.of(), 2),
        Set.of(Trait.REVERSE_ONLY),
        (function, v) -> {
          Fn<List<Array>, WithResiduals<List<Array>, List<Array>>> forward =
              x -> new WithResiduals<>(function.apply(x), new ArrayList<>(x));
          Fn2<List<Array>, List<Array>, List<Array>> backward =
              (x, cotangents) -> Transforms.vjp(function, x).pullback().apply(cotangents);
          return Transforms.customVjp(function, forward, backward).apply(v);
        });
  }
}
