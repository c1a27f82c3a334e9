package io.cambric.numpy;

import io.cambric.build.Chapter;
import io.cambric.build.Facade;
import io.cambric.numpy.nn.ActivationFunctions;
import io.cambric.numpy.nn.AttentionFunctions;

/**
 * The activations of {@code jax.nn}, with the same formulas and the same derivatives at kinks.
 *
 * @see <a href="https://docs.jax.dev/en/latest/jax.nn.html">jax.nn</a>
 */
@Facade(
    name = "Activations",
    chapters = {@Chapter(ActivationFunctions.class), @Chapter(AttentionFunctions.class)},
    common = CommonFunctions.class)
interface ActivationsContents {}
