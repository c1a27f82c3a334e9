package io.cambric.numpy;

import io.cambric.build.Chapter;
import io.cambric.build.Facade;
import io.cambric.numpy.special.Entropies;
import io.cambric.numpy.special.GammaAndBessel;
import io.cambric.numpy.special.NormalDistribution;

/**
 * The functions of {@code jax.scipy.special} of gamma, beta and Bessel functions, entropies and the
 * normal distribution. Integers become the default floating dtype; operands broadcast.
 *
 * <p>The operations of {@code lax} are right to the last place or two of f32; their Javadoc has
 * error bounds in f64. Sums and products of it have the errors of floating arithmetic besides.
 *
 * @see <a href="https://docs.jax.dev/en/latest/jax.scipy.html#module-jax.scipy.special">
 *     jax.scipy.special</a>
 */
@Facade(
    name = "Special",
    chapters = @Chapter({GammaAndBessel.class, Entropies.class, NormalDistribution.class}),
    common = CommonFunctions.class)
interface SpecialContents {}
