/** Proximal policy optimisation on an environment written in arrays, in one file. */
@NullMarked
package io.cambric.examples.ppo;

import org.jspecify.annotations.NullMarked;
