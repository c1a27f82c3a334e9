package io.cambric.launcher;

/** Thrown where a program cannot start; its message has the reason for the user. */
final class LaunchException extends Exception {

  private static final long serialVersionUID = 1L;

  LaunchException(String message) {
    super(message);
  }
}
