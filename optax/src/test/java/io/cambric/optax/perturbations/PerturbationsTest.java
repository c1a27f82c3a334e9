package io.cambric.optax.perturbations;

import static io.cambric.optax.base.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.HyperparameterException;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Sample;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Values that Optax 0.2.8 computes for the same keys: those of an argmax, which has no derivative.
 */
class PerturbationsTest {

  private static final Key KEY = Key.of(0);
  private static final Array X = Sample.row(0.5f, -0.2f, 1);
  private static final Array WEIGHTS = Sample.row(1, 2, 3);

  private static Array argmax(Array x) {
    return Activations.oneHot(Numpy.argmax(x, -1), x.dim(-1));
  }

  private static final PerturbationOptions OPTIONS =
      PerturbationOptions.DEFAULT.withNumSamples(50).withSigma(0.5);

  private static Fn2<Key, Array, Array> perturbed(PerturbationOptions options) {
    Fn<Array, Array> argmax = PerturbationsTest::argmax;
    return Perturbations.makePerturbedFun(argmax, options);
  }

  private static Fn<Array, Array> weighted(Fn2<Key, Array, Array> function) {
    return x -> function.apply(KEY, x).mul(WEIGHTS).sum();
  }

  private static Array gradient(Fn2<Key, Array, Array> function) {
    Fn<Array, Array> gradient = Transforms.grad(weighted(function));
    return gradient.apply(X);
  }

  @Test
  void defaults_are_those_of_optax() {
    Fn<Array, Array> argmax = PerturbationsTest::argmax;
    var function = Perturbations.makePerturbedFun(argmax);
    assertNear(function.apply(KEY, X), 0.005, 0, 0.995);
    assertNear(gradient(function), -0.09952793, -0.07275537, 0.05267873);
  }

  @Test
  void values_and_gradients_are_those_of_gumbel_noise() {
    var function = perturbed(OPTIONS);
    assertNear(function.apply(KEY, X), 0.22, 0, 0.78);
    assertNear(gradient(function), -0.5837916, 0.22386006, 0.5336607);
  }

  @Test
  void values_and_gradients_are_those_of_normal_noise() {
    var function = perturbed(OPTIONS.withNoise(new Normal()));
    assertNear(function.apply(KEY, X), 0.2, 0, 0.8);
    assertNear(gradient(function), -0.65044284, 0.18946625, 0.5782299);
  }

  @Test
  void without_a_baseline_derivatives_are_of_the_whole_value() {
    assertNear(gradient(perturbed(OPTIONS.withUseBaseline(false))), -1.02419, 0.065413, 1.4045893);
    assertNear(
        gradient(perturbed(OPTIONS.withUseBaseline(false).withNoise(new Normal()))),
        -1.6461476,
        -0.21765065,
        1.1841682);
  }

  @Test
  void jacobians_are_those_of_each_output() {
    var function = perturbed(OPTIONS);
    Fn<Array, Array> ofX = x -> function.apply(KEY, x);
    for (var jacobian :
        new Object[] {Transforms.jacrev(ofX).apply(X), Transforms.jacfwd(ofX).apply(X)}) {
      assertNear(
          ((Array) jacobian).ravel(),
          0.2918958,
          -0.11193003,
          -0.26683035,
          0,
          0,
          0,
          -0.2918958,
          0.11193003,
          0.26683035);
    }
  }

  @Test
  void second_derivatives_are_estimates_too() {
    var hessian = (Array) Transforms.hessian(weighted(perturbed(OPTIONS))).apply(X);
    assertNear(hessian.get(0), -0.40300152, 0.30929977, -0.01549727);
    assertNear(hessian.get(1), 0.30929974, 0.8220738, 0.1498557);
    assertNear(hessian.get(2), -0.01549725, 0.1498557, -0.5433744);
  }

  @Test
  void arguments_and_values_are_trees() {
    Fn<Map<String, Array>, Map<String, Array>> function =
        tree -> {
          var a = tree.get("a");
          return Map.of("s", Numpy.sign(a), "p", a.sum().gt(tree.get("b")).astype(DType.F32));
        };
    var smooth =
        Perturbations.makePerturbedFun(
            function, PerturbationOptions.DEFAULT.withNumSamples(20).withSigma(0.5));
    var x = Map.of("a", Sample.row(0.5f, -0.2f), "b", NdArray.scalar(DType.F32, 0.3));
    var value = smooth.apply(KEY, x);
    assertNear(value.get("s"), 1, 0.1);
    assertNear(value.get("p"), 0.7);
    Fn<Map<String, Array>, Array> loss =
        tree -> smooth.apply(KEY, tree).get("s").sum().add(smooth.apply(KEY, tree).get("p"));
    Fn<Map<String, Array>, Map<String, Array>> gradientOf = Transforms.grad(loss);
    var gradient = gradientOf.apply(x);
    assertNear(gradient.get("a"), -0.03051601, 1.9926956);
    assertNear(gradient.get("b"), -1.6493587);
  }

  @Test
  void integer_values_have_a_mean_and_a_derivative() {
    Fn<Array, Array> place = x -> Numpy.argmax(x, -1);
    var smooth =
        Perturbations.makePerturbedFun(
            place, PerturbationOptions.DEFAULT.withNumSamples(50).withSigma(0.5));
    assertNear(smooth.apply(KEY, X), 1.56);
    Fn<Array, Array> gradient = Transforms.grad((Array x) -> smooth.apply(KEY, x));
    // The weights of the weighted argmax less 1.
    assertNear(gradient.apply(X), -0.5837916, 0.22386006, 0.5336607);
  }

  @Test
  void the_function_itself_is_not_differentiated() {
    Fn<Array, Array> steep =
        Transforms.customVjp(
            x -> x.sum(),
            x -> {
              throw new AssertionError("differentiated");
            },
            (Array _, Array _) -> {
              throw new AssertionError("differentiated");
            });
    var smooth =
        Perturbations.makePerturbedFun(steep, PerturbationOptions.DEFAULT.withNumSamples(10));
    Fn<Array, Array> gradient = Transforms.grad((Array x) -> smooth.apply(KEY, x));
    assertThat(gradient.apply(X).shape()).isEqualTo(X.shape());
  }

  @Test
  void scales_may_be_arrays_of_the_program() {
    var compiled =
        Transforms.jit((Array sigma) -> perturbed(OPTIONS.withSigma(sigma)).apply(KEY, X));
    assertNear(compiled.apply(NdArray.scalar(DType.F32, 0.5)), 0.22, 0, 0.78);
  }

  @Test
  void logarithms_of_densities_are_up_to_a_constant() {
    assertNear(new Gumbel().logProb(Sample.row(0, 1, -1)), -1, -1.3678794, -1.7182817);
    assertNear(new Normal().logProb(Sample.row(0, 1, -2)), 0, -0.5, -2);
  }

  @Test
  void there_is_a_sample_at_least() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> perturbed(OPTIONS.withNumSamples(0)))
        .withMessage(
            "make_perturbed_fun needs num_samples of at least 1, but got 0. 1000 is usual.");
  }

  @Test
  void scales_are_above_0() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> perturbed(OPTIONS.withSigma(0)))
        .withMessage("make_perturbed_fun needs sigma above 0, but got 0.0. 0.1 is usual.");
  }
}
