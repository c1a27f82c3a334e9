package io.cambric.numpy;

import static io.cambric.numpy.Numpy.arange;
import static io.cambric.numpy.Numpy.ones;
import static io.cambric.numpy.Numpy.vectorize;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.transform.Transforms;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Vectorised functions; shapes and values are those of jnp.vectorize of jax 0.10.2. */
class VectorizeTest {

  private static final Array X = arange(6.0).reshape(2, 3);

  /** The shapes that the function was called with. */
  private final List<String> calls = new ArrayList<>();

  private Array product(Array v, Array m) {
    calls.add(v.shape() + " " + m.shape());
    return m.matmul(v);
  }

  @Test
  void without_a_signature_the_function_takes_scalars_and_arguments_broadcast() {
    var f =
        vectorize((x, y) -> {
          calls.add(x.shape() + " " + y.shape());
          return x.mul(10).add(y);
        });

    assertThat(f.apply(arange(2.0).reshape(2, 1), arange(3.0)).toFloats())
        .containsExactly(0, 1, 2, 10, 11, 12);
    assertThat(calls).containsExactly("[] []");
    assertThat(vectorize(x -> x.mul(2)).apply(X).toFloats()).containsExactly(0, 2, 4, 6, 8, 10);
  }

  @Test
  void core_axes_come_whole_and_the_others_broadcast() {
    var f = vectorize(this::product, "(n),(m,n)->(m)");

    assertThat(f.apply(X, ones(4, 3)).shape()).isEqualTo(Shape.of(2, 4));
    assertThat(f.apply(X, ones(4, 3)).get(1, 0).item()).isEqualTo(12);
    assertThat(f.apply(ones(7, 1, 3), ones(1, 5, 4, 3)).shape()).isEqualTo(Shape.of(7, 5, 4));
    assertThat(f.apply(ones(1, 3), ones(4, 3)).shape()).isEqualTo(Shape.of(1, 4));
    assertThat(calls).containsOnly("[3] [4, 3]");
    assertThat(vectorize(x -> x.sum(), "(n)->()").apply(X).toFloats()).containsExactly(3, 12);
    assertThat(Transforms.jit((Array x) -> f.apply(x, ones(4, 3))).apply(X).shape())
        .isEqualTo(Shape.of(2, 4));
  }

  @Test
  void excluded_arguments_come_as_they_are_and_results_may_be_several() {
    var f =
        Vectorize.of(args -> List.of(args.get(0).add(args.get(1).sum()), args.get(2).max()))
            .withSignature("(),(n)->(),()")
            .withExcluded(1);

    var results = f.apply(arange(2.0), X, ones(2, 4));
    assertThat(results.get(0).toFloats()).containsExactly(15, 16);
    assertThat(results.get(1).toFloats()).containsExactly(1, 1);
  }

  @Test
  void what_does_not_fit_the_signature_is_named() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> vectorize(this::product, "(n),(m,n)"))
        .withMessage(
            "vectorize needs a signature such as \"(n),(m,n)->(m)\", but got \"(n),(m,n)\". Write the"
                + " names of the core axes of each argument and result in parentheses.");
    var f = vectorize(this::product, "(n),(m,n)->(m)");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> f.apply(X, ones(4, 5)))
        .withMessage(
            "vectorize with signature \"(n),(m,n)->(m)\" needs the same size for each axis "
                + "n, but it is 3 and, in argument 1 of shape [4, 5], 5. Pass arrays with equal "
                + "sizes.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> f.apply(X, ones(3)))
        .withMessage(
            "vectorize with signature \"(n),(m,n)->(m)\" needs the axes (m,n) of argument "
                + "1, but got shape [3]. Pass an array with at least as many axes.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Vectorize.of(args -> args).withSignature("(n)->(n)").apply(X, X))
        .withMessage(
            "vectorize with signature \"(n)->(n)\" needs 1 arguments besides the excluded "
                + "ones, but got 2. Pass as many as the signature has.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> vectorize(x -> x, "(n)->()").apply(X))
        .withMessage(
            "vectorize with signature \"(n)->()\" needs the axes () of result 0, but the "
                + "function returned shape [3]. Return only these axes.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Vectorize.of(args -> args).withSignature("(n)->(),()").apply(X))
        .withMessage(
            "vectorize with signature \"(n)->(),()\" needs 2 results of the function, but got 1."
                + " Return as many as the signature has.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Vectorize.of(args -> args).withExcluded(-1))
        .withMessage(
            "vectorize needs argument numbers of at least 0 in excluded, but got -1. Count "
                + "arguments from 0.");
  }
}
