package io.cambric.frameworks.torch;

import io.cambric.errors.DataException;

/** The exceptions for files of PyTorch that are not sound. */
final class TorchFormat {

  private TorchFormat() {}

  /** {@return the exception for a file that is not sound} */
  static DataException malformed(String file, String what) {
    return new DataException(message(file, what));
  }

  static DataException malformed(String file, String what, Exception cause) {
    return new DataException(message(file, what), cause);
  }

  private static String message(String file, String what) {
    return "%s is not a valid PyTorch file: %s. Fetch or write it again.".formatted(file, what);
  }

  /** {@return the exception for a sound file with something that cannot be read} */
  static DataException refused(String file, String what, String remedy) {
    return new DataException(
        "%s contains %s, which cannot be read without Python. Nothing in the file was run. %s."
            .formatted(file, what, remedy));
  }
}
