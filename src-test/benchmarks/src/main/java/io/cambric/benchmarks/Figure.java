package io.cambric.benchmarks;

/** A figure that a row of a benchmark may have: its key in JSON files, its column in reports. */
enum Figure {
  SECONDS("seconds", "median, s", 2),
  MEDIAN_S("median_s", "median of the whole process, s", 2),
  MEDIAN_MS("median_ms", "median, ms", 4),
  MODEL_MS("model_ms", "model, ms", 4),
  MIN_MS("min_ms", "min, ms", 4),
  MIN_S("min_s", "min, s", 2),
  FROM_MAIN_S("from_main_s", "from main on, s", 2),
  GFLOPS("gflops", "GFLOP/s", 1),
  GBYTES("gbytes", "GB/s", 1),
  MBYTES("mbytes", "MB/s", 0),
  IMAGES("images_per_s", "images/s", 0),
  OF_ONE_THREAD("of_one_thread", "of one thread", 2),
  SLOWER_PERCENT("slower_percent", "slower than alone, %", 1),
  SLOWER_MEAN_PERCENT("slower_mean_percent", "slower on average, %", 1),
  WAITING_PERCENT("waiting_percent", "of it waiting for data, %", 1),
  SHARE_OF_PEAK("share_of_peak", "of peak", 2),
  SHARE_OF_COPY("share_of_copy", "of a copy", 2),
  SENT_MB_PER_STEP("sent_mb_per_step", "sent a step by a process, MB", 4),
  SENT_BY_LEAST("sent_by_least", "sent by the least", 4),
  MOVED("moved", "bytes moved by the least", 2),
  CALLS("calls", "calls of kernels", 0),
  FIRST_STEP_S("first_step_s", "first step, s", 2),
  PEAK_MB("peak_mb", "peak of the process, MB", 0),
  LIVE_MB("live_mb", "live heap, MB", 1),
  ALLOCATED_MB_PER_STEP("allocated_mb_per_step", "allocated a step, MB", 3),
  LOSS_AT_STEP_20("loss_at_step_20", "loss at step 20", 6);

  private final String key;
  private final String title;
  private final int decimals;

  Figure(String key, String title, int decimals) {
    this.key = key;
    this.title = title;
    this.decimals = decimals;
  }

  String key() {
    return key;
  }

  /** {@return the head of the column, with its unit} */
  String title() {
    return title;
  }

  /** {@return digits after the point in a report} */
  int decimals() {
    return decimals;
  }
}
