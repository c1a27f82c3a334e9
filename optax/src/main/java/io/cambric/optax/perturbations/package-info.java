/**
 * Derivatives of functions without a useful derivative, such as an argmax, by random perturbations
 * of their argument.
 *
 * <p>The mean of {@code f(x + sigma z)} over random z is smooth in x, whatever f is. Its derivative
 * is a mean of values of f, weighted by the score of the noise. Thus f is evaluated, but never
 * differentiated.
 *
 * {@snippet :
 * import static io.cambric.optax.perturbations.Perturbations.*;
 *
 * // A ranking has no derivative. Its perturbed mean has one.
 * var smoothRanks = makePerturbedFun((Array scores) -> ranks(scores));
 * Array loss = smoothRanks.apply(key, scores).sub(targets).square().mean();
 *
 * var sharper = makePerturbedFun(
 *     (Array scores) -> ranks(scores),
 *     PerturbationOptions.DEFAULT.withNumSamples(100).withSigma(0.01).withNoise(new Normal()));
 * }
 *
 * <p>{@link io.cambric.optax.perturbations.Perturbations#makePerturbedFun} returns a function of a
 * key and the argument. Values and derivatives of any order are unbiased Monte Carlo estimates. The
 * same key gives the same numbers as in Optax.
 *
 * <p>{@link io.cambric.optax.perturbations.Gumbel} is the default noise: the argmax of logits with
 * Gumbel noise is a sample of their softmax. {@link io.cambric.optax.perturbations.Normal} is the
 * alternative. Custom noise implements {@link io.cambric.optax.perturbations.Noise}.
 *
 * <p>A larger sigma gives a smoother approximation with less variance, but a larger deviation from
 * f. The value of f at x is subtracted as a baseline, which reduces the variance of derivatives
 * further.
 */
@NullMarked
package io.cambric.optax.perturbations;

import org.jspecify.annotations.NullMarked;
