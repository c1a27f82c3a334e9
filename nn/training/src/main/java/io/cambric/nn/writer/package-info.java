/**
 * Writers of metrics: to the console, to files and to servers, all behind one interface; and the
 * progress of long work. Trainings use them; {@code nn.report} implements the interface as well.
 *
 * {@snippet :
 * try (var writer = MultiWriter.of(ConsoleWriter.standard(), CsvWriter.of(Path.of("run/metrics.csv")))) {
 *   writer.writeScalars(100, Map.of("loss", 0.25));
 * }
 * }
 */
@NullMarked
package io.cambric.nn.writer;

import org.jspecify.annotations.NullMarked;
