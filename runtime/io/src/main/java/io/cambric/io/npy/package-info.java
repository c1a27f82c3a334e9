/**
 * Files of NumPy: one array in an npy file, several in an npz file.
 *
 * {@snippet :
 * NdArray images = Npy.read(Path.of("images.npy"));
 * try (var file = Npz.open(Path.of("data.npz"))) {
 *   NdArray labels = file.get("labels");
 * }
 * }
 */
@NullMarked
package io.cambric.io.npy;

import org.jspecify.annotations.NullMarked;
