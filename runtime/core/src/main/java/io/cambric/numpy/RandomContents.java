package io.cambric.numpy;

import io.cambric.build.Chapter;
import io.cambric.build.Facade;

/**
 * Samplers: functions from a {@link Key} to random arrays, with the names of {@code jax.random} and
 * the numbers of JAX on CPUs. Plain and vector kernels draw the same bits.
 *
 * <p>Keys, bits, integers and uniform numbers of every dtype have the bits of JAX. So do bf16
 * numbers that XLA rounds after each operation. Other floating numbers differ in the last bits,
 * because XLA computes logarithms differently and fuses more operations. The page on coming from
 * JAX lists the samplers by dtype.
 *
 * {@snippet :
 * var keys = Key.of(0).split(2);
 * Array x = Random.normal(keys.get(0), Shape.of(32, 10));
 * Array mask = Random.bernoulli(keys.get(1), 0.9, x.shape());
 * }
 *
 * @see <a href="https://docs.jax.dev/en/latest/jax.random.html">jax.random</a>
 */
@Facade(
    name = "Random",
    chapters =
        @Chapter({
          RandomBits.class,
          BasicSamplers.class,
          ContinuousSamplers.class,
          GammaSamplers.class,
          MatrixSamplers.class,
          DiscreteSamplers.class,
          CountSamplers.class
        }))
interface RandomContents {}
