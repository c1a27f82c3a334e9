package io.cambric.io.checkpoint;

import java.nio.file.Path;

/**
 * A checkpoint in a folder.
 *
 * @param step of the training
 * @param file of the arrays
 * @param version of the format of the file; 0 for files without a version
 * @param details the details saved with it; for version 0 only the time of the file
 */
public record SavedCheckpoint(long step, Path file, int version, CheckpointDetails details) {}
