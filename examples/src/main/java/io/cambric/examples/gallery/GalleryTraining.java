package io.cambric.examples.gallery;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The trainings of {@code ./run gallery}, with their names on the command line. */
enum GalleryTraining {
  LBFGS("L-BFGS with a line search, on a logistic regression", LbfgsMinimization::main),
  SCHEDULE_FREE("AdamW without a schedule, with averaged parameters", ScheduleFreeTraining::main),
  ACCUMULATION("gradients accumulated over three small batches", GradientAccumulation::main),
  LEARNING_RATES("three learning rates in one compiled program", LearningRateSweep::main),
  PRIVATE_SGD("clipped gradients of single examples, with noise", PrivateSgd::main),
  LOOKAHEAD("a fast optimiser followed by slow parameters", LookaheadTraining::main);

  private final String description;
  private final Consumer<String[]> main;

  GalleryTraining(String description, Consumer<String[]> main) {
    this.description = description;
    this.main = main;
  }

  /** {@return the training with a name, if there is one} */
  static Optional<GalleryTraining> named(String name) {
    return Arrays.stream(values()).filter(training -> training.title().equals(name)).findFirst();
  }

  /** {@return all names, for a message} */
  static String titles() {
    return Arrays.stream(values()).map(GalleryTraining::title).collect(Collectors.joining(", "));
  }

  /** {@return the name on the command line} */
  String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  String description() {
    return description;
  }

  void run() {
    main.accept(new String[0]);
  }
}
