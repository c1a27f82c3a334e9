package io.cambric.optax.perturbations;

import io.cambric.core.Array;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;

/**
 * Options of perturbed functions.
 *
 * @param numSamples number of perturbed values that are averaged, at least 1
 * @param sigma scale of the perturbations, above 0
 * @param noise distribution of the perturbations at scale 1
 * @param useBaseline whether derivatives are relative to the value without a perturbation, which
 *     reduces their variance
 */
public record PerturbationOptions(int numSamples, Scalar sigma, Noise noise, boolean useBaseline) {

  /** The defaults of Optax. */
  public static final PerturbationOptions DEFAULT =
      new PerturbationOptions(1000, Scalar.of(0.1), new Gumbel(), true);

  public PerturbationOptions {
    Hyperparameters.requireAtLeast(
        PerturbedFunctions.NAME, "num_samples", 1, numSamples, "1000 is usual.");
    Hyperparameters.requirePositive(PerturbedFunctions.NAME, "sigma", sigma, "0.1 is usual.");
  }

  /** {@return these options with another number of perturbed values} */
  public PerturbationOptions withNumSamples(int count) {
    return new PerturbationOptions(count, sigma, noise, useBaseline);
  }

  /** {@return these options with another scale of the perturbations} */
  public PerturbationOptions withSigma(double scale) {
    return new PerturbationOptions(numSamples, Scalar.of(scale), noise, useBaseline);
  }

  /** {@return these options with a scale that the program computes, a scalar} */
  public PerturbationOptions withSigma(Array scale) {
    return new PerturbationOptions(numSamples, Scalar.of(scale), noise, useBaseline);
  }

  /** {@return these options with another distribution of the perturbations} */
  public PerturbationOptions withNoise(Noise distribution) {
    return new PerturbationOptions(numSamples, sigma, distribution, useBaseline);
  }

  /** {@return these options with or without a baseline} */
  public PerturbationOptions withUseBaseline(boolean used) {
    return new PerturbationOptions(numSamples, sigma, noise, used);
  }
}
