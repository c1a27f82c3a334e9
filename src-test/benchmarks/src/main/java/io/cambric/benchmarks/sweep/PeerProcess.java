package io.cambric.benchmarks.sweep;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.InterruptedIOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A process that runs the same cases with another library. It prints its name, and then a line for
 * each case that it reads.
 */
public final class PeerProcess implements AutoCloseable {

  /** The variable of its environment that holds the number of threads. */
  public static final String THREADS = "BENCH_THREADS";

  /** Seconds in which it starts, or prepares a case and answers. */
  private static final double PATIENCE = 180;

  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

  private final String command;
  private final Process process;
  private final Writer questions;
  private final BufferedReader answers;
  private final String name;

  private PeerProcess(String command, Process process) throws IOException {
    this.command = command;
    this.process = process;
    this.questions = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
    this.answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    this.name = line("when it started", PATIENCE);
  }

  /**
   * Starts a peer and waits for its name.
   *
   * @param command words of the command, those with spaces between quotation marks
   * @param threads that it may use
   * @throws IOException if there is no such program, or it ends without a name
   */
  public static PeerProcess start(String command, int threads) throws IOException {
    var words = WORD.matcher(command).results().map(PeerProcess::word).toList();
    var builder = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put(THREADS, Integer.toString(threads));
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new IOException(
          "The peer \"%s\" does not start: %s. Give --peer a program with its arguments."
              .formatted(command, e.getMessage()),
          e);
    }
    try {
      return new PeerProcess(command, process);
    } catch (IOException e) {
      process.destroy();
      throw e;
    }
  }

  private static String word(MatchResult found) {
    return found.group(1) == null ? found.group(2) : found.group(1);
  }

  /** {@return the library and its version, as the peer says} */
  public String name() {
    return name;
  }

  /**
   * {@return what the peer says of a case}
   *
   * @param seconds to measure it for
   * @throws IOException if the peer has ended, answers too late, or not as a peer does
   */
  public PeerAnswer ask(Case asked, double seconds) throws IOException {
    var place = "after the case \"%s\"".formatted(asked.text());
    try {
      questions.write(asked.question(Double.toString(seconds)) + "\n");
      questions.flush();
    } catch (IOException e) {
      throw new IOException(ended(place), e);
    }
    var line = line(place, PATIENCE + 2 * seconds);
    try {
      return PeerAnswer.of(line);
    } catch (IllegalArgumentException e) {
      throw new IOException(
          "The peer \"%s\" answered \"%s\" to the case \"%s\". An answer is MEDIAN MIN in seconds, with or without a sum of the results; or none; or error TEXT."
              .formatted(command, line, asked.text()),
          e);
    }
  }

  private String line(String place, double seconds) throws IOException {
    var reading = CompletableFuture.supplyAsync(this::read, Thread.ofVirtual()::start);
    try {
      var line = reading.get((long) (seconds * 1e3), TimeUnit.MILLISECONDS);
      if (line == null) {
        throw new IOException(ended(place));
      }
      return line.strip();
    } catch (TimeoutException e) {
      throw new IOException(
          "The peer \"%s\" printed nothing for %.0f seconds %s.".formatted(command, seconds, place),
          e);
    } catch (ExecutionException e) {
      throw new IOException(ended(place), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      var interrupted = new InterruptedIOException("The wait for a peer was interrupted.");
      interrupted.initCause(e);
      throw interrupted;
    }
  }

  private @Nullable String read() {
    try {
      return answers.readLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String ended(String place) {
    return "The peer \"%s\" ended %s. Its error output is above.".formatted(command, place);
  }

  /** Ends the process. */
  @Override
  public void close() {
    process.destroy();
  }

  /** Starts a peer for each command, or none if one of them fails. */
  public static Peers startAll(List<String> commands, int threads) throws IOException {
    var peers = new Peers(new ArrayList<>());
    try {
      for (var command : commands) {
        peers.all().add(start(command, threads));
      }
      return peers;
    } catch (IOException e) {
      peers.close();
      throw e;
    }
  }

  /** Peers that end together. */
  public record Peers(List<PeerProcess> all) implements AutoCloseable {

    @Override
    public void close() {
      all.forEach(PeerProcess::close);
    }
  }
}
