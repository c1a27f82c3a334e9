/**
 * Files of PyTorch: {@code .pt}, {@code .pth}, {@code .bin} and {@code .ckpt}, in both forms, and
 * models in several of them. Nothing in a file is run.
 *
 * {@snippet :
 * try (var file = TorchFile.open(Path.of("model.pt"))) {
 *   var variables = map.load(file, initial);
 * }
 * }
 */
@NullMarked
package io.cambric.frameworks.torch;

import org.jspecify.annotations.NullMarked;
