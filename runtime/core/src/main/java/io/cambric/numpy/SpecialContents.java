package io.cambric.numpy;

import io.cambric.build.Chapter;
import io.cambric.build.Facade;
import io.cambric.numpy.special.Entropies;
import io.cambric.numpy.special.GammaAndBessel;
import io.cambric.numpy.special.NormalDistribution;

/**
 * The functions of {@code jax.scipy.special}: gamma, beta and Bessel functions, entropies and the
 * normal distribution. Integers become the default floating dtype; operands broadcast.
 *
 * <p>The operations of {@code lax} are accurate to the last one or two digits of f32; their Javadoc
 * has error bounds in f64. Sums and products of their results add errors of floating arithmetic.
 *
 * @see <a href="https://docs.jax.dev/en/latest/jax.scipy.html#module-jax.scipy.special">
 *     jax.scipy.special</a>
 */
@Facade(
    name = "Special",
    chapters = @Chapter({GammaAndBessel.class, Entropies.class, NormalDistribution.class}),
    common = CommonFunctions.class)
interface SpecialContents {}
