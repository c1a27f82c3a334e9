/**
 * Proximal policy optimisation on CartPole: the environment is written in arrays, so that it is
 * mapped, differentiated and compiled like any other function. Start with {@link
 * io.cambric.examples.ppo.Ppo}.
 */
@NullMarked
package io.cambric.examples.ppo;

import org.jspecify.annotations.NullMarked;
