/**
 * Trainings of Optax's example gallery, on the handwritten digits. Each is a program of its own,
 * and the command {@code ./run gallery} starts one.
 *
 * @see <a href="https://optax.readthedocs.io/en/latest/gallery.html">Optax's gallery</a>
 */
@NullMarked
package io.cambric.examples.gallery;

import org.jspecify.annotations.NullMarked;
