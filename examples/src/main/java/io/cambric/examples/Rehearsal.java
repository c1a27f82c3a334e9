package io.cambric.examples;

/**
 * Runs a little of what examples do, so that {@code ./run} learns which classes they load and can
 * keep them parsed and verified for later starts.
 */
final class Rehearsal {

  private Rehearsal() {}

  /**
   * Trains for an epoch.
   *
   * @param args the file that the curve goes to
   */
  public static void main(String[] args) {
    var line = Main.commandLine();
    line.execute("bench");
    System.exit(line.execute("digits", "--epochs", "1", "--width", "2", "--out", args[0]));
  }
}
