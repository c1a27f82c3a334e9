package io.cambric.io.checkpoint;

import java.nio.file.Path;

/**
 * A checkpoint in a folder.
 *
 * @param step of the training
 * @param file of the arrays
 * @param version of the form of the file; 0 for files of the time before versions were written
 * @param details what was saved with it; for version 0 the time of the file alone
 */
public record SavedCheckpoint(long step, Path file, int version, CheckpointDetails details) {}
