package io.cambric.optax.perturbations;

import io.cambric.core.Array;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.tree.OptaxTree;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;

/** Functions with derivatives by perturbations. */
final class PerturbedFunctions {

  static final String NAME = "make_perturbed_fun";

  private PerturbedFunctions() {}

  /** {@return a differentiable approximation of a function, with Gumbel noise of scale 0.1} */
  public static <T, R> Fn2<Key, T, R> makePerturbedFun(Fn<T, R> fun) {
    return makePerturbedFun(fun, PerturbationOptions.DEFAULT);
  }

  /**
   * {@return a differentiable approximation of a function, as a function of a key and the argument}
   *
   * <pre>
   *   f_sigma(x) = mean of f(x + sigma z)      z from the noise
   *   its derivative: mean of (f(x + sigma z) - f(x)) d log p(z)
   * </pre>
   *
   * <p>Values and derivatives of any order are unbiased estimates, each a mean over the samples of
   * the options. The function is never differentiated.
   *
   * <p>Estimates are formed with {@code exp(s - stopGradient(s))}, the magic box of the score
   * {@code s}: it is 1, and its derivative equals the derivative of the score.
   *
   * @param fun from a tree of floating arrays to a tree of arrays
   * @see <a href="https://arxiv.org/abs/2002.08676">Berthet et al., Learning with Differentiable
   *     Perturbed Optimizers, 2020</a>
   * @see <a href="https://arxiv.org/abs/1802.05098">Foerster et al., DiCE: The Infinitely
   *     Differentiable Monte Carlo Estimator, 2018</a>
   */
  public static <T, R> Fn2<Key, T, R> makePerturbedFun(Fn<T, R> fun, PerturbationOptions options) {
    return options.useBaseline()
        ? (key, x) -> {
          var baseline = fun.apply(Transforms.stopGradient(x));
          return mean(key, options, each -> relative(sampled(fun, options, each, x), baseline));
        }
        : (key, x) ->
            mean(
                key,
                options,
                each -> {
                  var sample = sampled(fun, options, each, x);
                  return OptaxTree.scale(sample.box, sample.value);
                });
  }

  /**
   * A sample of a perturbed function.
   *
   * @param value of the function at the perturbed argument
   * @param box 1, with the derivative of the score of the perturbation
   */
  private record Sample<R>(R value, Array box) {}

  private static <T, R> Sample<R> sampled(Fn<T, R> fun, PerturbationOptions options, Key key, T x) {
    var sigma = options.sigma();
    T noise = OptaxTree.randomLike(key, x, options.noise()::sample);
    T shifted =
        Transforms.stopGradient(Leaves.map(x, noise, (leaf, z) -> leaf.add(sigma.times(z))));
    // The perturbation as a function of x, at a perturbed argument that is fixed.
    T perturbation = Leaves.map(shifted, x, (to, from) -> to.sub(from).div(sigma.like(from)));
    var score = OptaxTree.sum(Leaves.map(perturbation, options.noise()::logProb));
    var box = score.sub(Transforms.stopGradient(score)).exp();
    return new Sample<>(fun.apply(shifted), box);
  }

  private static <R> R relative(Sample<R> sample, R baseline) {
    var rest = sample.box.neg().add(1);
    return OptaxTree.addScale(OptaxTree.scale(sample.box, sample.value), rest, baseline);
  }

  private static <R> R mean(Key key, PerturbationOptions options, Fn<Key, R> ofKey) {
    var values = Transforms.vmap(ofKey).apply(key.split(options.numSamples()));
    return Leaves.map(values, each -> Numpy.mean(each, 0));
  }
}
