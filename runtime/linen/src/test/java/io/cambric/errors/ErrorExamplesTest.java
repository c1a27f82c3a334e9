package io.cambric.errors;

import static io.cambric.transform.Transforms.cond;
import static io.cambric.transform.Transforms.foriLoop;
import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jacrev;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.jvp;
import static io.cambric.transform.Transforms.pmap;
import static io.cambric.transform.Transforms.vmap;
import static io.cambric.transform.Transforms.whileLoop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;
import io.cambric.scope.CollectionFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The examples of the pages in {@code docs/reference/errors} that need no module: each fails, and
 * its mend does not.
 */
class ErrorExamplesTest {

  private static final Array BATCH = NdArray.of(Shape.of(3), 1, -2, 3);

  record Output(Array loss, Array activation) {}

  @Test
  void shapes() {
    var images = Numpy.zeros(32, 28, 28);
    var kernel = Numpy.zeros(784, 10);

    assertThatExceptionOfType(ShapeException.class).isThrownBy(() -> images.matmul(kernel));
    assertThat(images.reshape(32, -1).matmul(kernel).shape()).isEqualTo(Shape.of(32, 10));
  }

  @Test
  void memory() {
    var x = Numpy.ones(46000, 1).astype(DType.F64);

    assertThatExceptionOfType(HeapExhaustedException.class)
        .isThrownBy(() -> x.matmul(x.transpose()));
    assertThat(x.get("0:100").matmul(x.transpose()).shape()).isEqualTo(Shape.of(100, 46000));
  }

  @Test
  void dtypes() {
    var counts = NdArray.ofInts(Shape.of(2), 1, 2);

    assertThatExceptionOfType(DTypeException.class).isThrownBy(() -> Lax.sin(counts));
    assertThat(Lax.sin(counts.astype(DType.F32)).toFloats()).isEqualTo(counts.sin().toFloats());
  }

  @Test
  void trees() {
    Map<String, Array> params = Map.of("kernel", BATCH, "bias", BATCH);
    Map<String, Array> tangent = Map.of("kernel", BATCH);

    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> jvp((Map<String, Array> p) -> p.get("bias").sum(), params, tangent))
        .withMessage(
            "jvp with a tangent of its primal needs trees of equal structure, but at \"/\" "
                + "the primal has map(bias: *, kernel: *) and the tangent has map(kernel: *). "
                + "Give both the same keys, lengths and record types.");
    var whole = Map.of("kernel", BATCH, "bias", Numpy.zerosLike(BATCH));
    assertThat(jvp((Map<String, Array> p) -> p.get("bias").sum(), params, whole).tangent().item())
        .isZero();
  }

  @Test
  void values_of_tracers() {
    var step = jit(x -> x.sum().gt(0).toBoolean() ? x : x.neg());
    assertThatExceptionOfType(ConcretizationException.class).isThrownBy(() -> step.apply(BATCH));

    var mended = jit(x -> Numpy.where(x.sum().gt(0), x, x.neg()));
    assertThat(mended.apply(BATCH).toFloats()).containsExactly(1, -2, 3);
  }

  @Test
  void tracers_that_escape() {
    List<Array> activations = new ArrayList<>();
    var step =
        jit(x -> {
          Array h = x.tanh();
          activations.add(h);
          return h.sum();
        });
    step.apply(BATCH);
    assertThatExceptionOfType(EscapedTracerException.class)
        .isThrownBy(() -> activations.getFirst().mean());

    var mended =
        jit((Array x) -> {
          Array h = x.tanh();
          return new Output(h.sum(), h);
        });
    assertThat(mended.apply(BATCH).activation().mean().shape()).isEqualTo(Shape.scalar());
  }

  @Test
  void rules_that_are_missing() {
    var start = NdArray.scalar(DType.F32, 1);
    assertThatExceptionOfType(MissingRuleException.class)
        .isThrownBy(() ->
            grad(x -> whileLoop((Array y) -> y.lt(100), (Array y) -> y.mul(2), x)).apply(start));

    assertThat(grad(x -> foriLoop(0, 7, (_, y) -> y.mul(2), x)).apply(start).item()).isEqualTo(128);
  }

  @Test
  void gradients_of_what_is_no_scalar() {
    assertThatExceptionOfType(DifferentiationException.class)
        .isThrownBy(() -> grad(x -> x.mul(x)).apply(Numpy.ones(3)));
    assertThat(grad(x -> x.mul(x).sum()).apply(Numpy.ones(3)).toFloats()).containsExactly(2, 2, 2);
    assertThat(jacrev(x -> x.mul(x)).apply(Numpy.ones(3)).shape()).isEqualTo(Shape.of(3, 3));
  }

  @Test
  void filters_without_a_name() {
    assertThatExceptionOfType(InvalidFilterException.class)
        .isThrownBy(() -> CollectionFilter.of((String) null))
        .withMessage(
            "A filter needs names of collections, but got null. Use "
                + "CollectionFilter.all(), none(), of(names) or deny(filter).");
  }

  @Test
  void names_of_axes() {
    var four = Numpy.ones(4);

    assertThatExceptionOfType(UnboundAxisException.class)
        .isThrownBy(() -> vmap(x -> x.div(Lax.psum(x, "batch"))).apply(four))
        .withMessage(
            "psum needs a mapping around it with the axis name \"batch\", but no axis "
                + "name is bound here. Add axisName(\"batch\") to vmap or pmap.");
    assertThat(vmap(x -> x.div(Lax.psum(x, "batch"))).axisName("batch").apply(four).toFloats())
        .containsExactly(0.25f, 0.25f, 0.25f, 0.25f);
  }

  @Test
  void workers() {
    var x = NdArray.of(Shape.of(2), -1, 1);

    assertThatExceptionOfType(WorkerException.class)
        .isThrownBy(() ->
            pmap(y -> cond(y.gt(0), a -> Lax.psum(a, "i"), a -> a, y)).axisName("i").apply(x));
    assertThat(
            pmap(
                    y -> {
                      var sum = Lax.psum(y, "i");
                      return cond(y.gt(0), a -> sum, a -> a, y);
                    })
                .axisName("i")
                .apply(x)
                .toFloats())
        .containsExactly(-1, 0);
  }
}
