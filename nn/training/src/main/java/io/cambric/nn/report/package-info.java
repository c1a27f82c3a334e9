/**
 * The report of a training: one HTML file with curves, tables and images, which needs no network.
 * Trainings write it, as a writer of metrics or by calls of its own. Its charts are also SVG files.
 *
 * {@snippet :
 * try (var report = Report.to(Path.of("run/report.html"), "Digits")) {
 *   report.writeHyperparameters(Map.of("rate", 3e-3));
 *   report.writeScalars(100, Map.of("train/loss", 0.25, "eval/loss", 0.31));
 *   report.addConfusionMatrix(confusion.compute(), List.of("cat", "dog"));
 * }
 * }
 */
@NullMarked
package io.cambric.nn.report;

import org.jspecify.annotations.NullMarked;
