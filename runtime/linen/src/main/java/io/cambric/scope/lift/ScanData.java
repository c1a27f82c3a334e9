package io.cambric.scope.lift;

import io.cambric.scope.LazyRng;
import io.cambric.scope.Variables;
import java.util.List;
import java.util.Map;

/**
 * The variables and random streams of one iteration of a lifted scan, before scopes are made of
 * them.
 *
 * @param variables groups: shared, carried, then those with an axis; one entry for each root scope
 * @param rngs groups of random streams
 */
public record ScanData(List<List<Variables>> variables, List<List<Map<String, LazyRng>>> rngs) {}
