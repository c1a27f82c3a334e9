/**
 * Event files of TensorBoard, written and read: scalars, histograms, images and texts by step.
 * Everybody may use it; it sees arrays and files.
 *
 * {@snippet :
 * try (var events = EventWriter.in(Path.of("runs/first"))) {
 *   events.scalar("train/loss", loss, step);
 * }
 * }
 */
@NullMarked
package io.cambric.io.event;

import org.jspecify.annotations.NullMarked;
