/**
 * Serving: single requests of many threads become batches of a model, and the model can be swapped
 * while it answers. Applications use it behind an HTTP server or another interface; it depends on
 * none.
 *
 * {@snippet :
 * var forward = jit((Variables v, Array images) -> net.apply(v, images));
 * var model = ServedModel.of("v1", (Array images) -> forward.apply(variables, images), oneImage);
 * try (var predictor = BatchingPredictor.start(model, ServingOptions.upTo(64))) {
 *   predictor.awaitReady();
 *   Array logits = predictor.predict(image).output();   // from any thread
 * }
 * }
 */
@NullMarked
package io.cambric.nn.serving;

import org.jspecify.annotations.NullMarked;
