package io.cambric.benchmarks;

import java.io.IOException;

/**
 * Benchmark of files and data: each part is compared with what the machine does without it, in the
 * same run. The files are in the folder of temporary files of the system, and are removed.
 */
final class IoBench {

  private static final int ARRAYS = 100;
  private static final int ELEMENTS = 640_000;
  private static final int ROWS = 200_000;
  private static final int IMAGES = 256;
  private static final int IMAGE_SIZE = 256;
  private static final int CHECKPOINT_ARRAYS = 250;
  private static final int CHECKPOINT_ELEMENTS = 1_000_000;

  private static final int STEPS_ALONE = 100;
  private static final int SMALL_IMAGES = 1024;
  private static final int INTERLEAVED_STEPS = 50;

  private IoBench() {}

  static void run(BenchReport report) throws IOException {
    try (var folder = WorkFolder.create()) {
      new FileBench(report, folder, ARRAYS, ELEMENTS).run();
      new TableBench(report, folder, ROWS).run();
      new ImageBench(report, IMAGES, IMAGE_SIZE).run();
      new CheckpointBench(report, folder, CHECKPOINT_ARRAYS, CHECKPOINT_ELEMENTS, STEPS_ALONE)
          .run();
      new PrefetchBench(report, SMALL_IMAGES, INTERLEAVED_STEPS).run();
    }
  }
}
