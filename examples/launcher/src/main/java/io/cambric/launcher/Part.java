package io.cambric.launcher;

import java.util.List;

/**
 * A module of the project without which the examples run.
 *
 * @param folder of the module
 * @param profile that builds it; empty for none
 * @param message while it is built
 * @param sources other files and folders that it depends on
 */
record Part(String folder, String profile, String message, List<String> sources) {

  static Part of(String folder, String profile, String message) {
    return new Part(folder, profile, message, List.of());
  }
}
