package io.cambric.optax.perturbations;

import io.cambric.build.Chapter;
import io.cambric.build.Facade;

/**
 * Smooth approximations of functions, by random perturbations of their argument.
 *
 * {@snippet :
 * var smooth = Perturbations.makePerturbedFun(f, PerturbationOptions.DEFAULT.withSigma(0.5));
 * Array gradient = grad((Array at) -> smooth.apply(key, at)).apply(x);
 * }
 *
 * @see <a href="https://optax.readthedocs.io/en/latest/api/perturbations.html">
 *     optax.perturbations</a>
 */
@Facade(name = "Perturbations", chapters = @Chapter(PerturbedFunctions.class))
interface PerturbationsContents {}
