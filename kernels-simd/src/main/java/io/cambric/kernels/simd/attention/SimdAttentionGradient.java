package io.cambric.kernels.simd.attention;

import io.cambric.kernel.Operand;
import io.cambric.kernel.ScoreGradients;
import io.cambric.kernel.ScoreOperands;
import io.cambric.kernel.ScoreSpec;
import io.cambric.kernel.block.Scratch;
import io.cambric.kernel.thread.Parallel;
import java.util.Arrays;

/**
 * The backward pass of FlashAttention in f32. Tiles of weights are recomputed from the logarithms
 * of their sums.
 *
 * <p>A tile of keys visits all queries. With few heads, several threads share the keys of a head in
 * parts, and each part sums the cotangents of the queries separately. The number of parts depends
 * on the sizes only.
 *
 * @see <a href="https://arxiv.org/abs/2307.08691">Dao, FlashAttention-2, 2023, algorithm 2</a>
 */
public final class SimdAttentionGradient {

  private static final int QUERIES = SimdAttention.QUERIES;
  private static final int KEYS = SimdAttention.KEYS;
  private static final int WIDTH = ScoreGemm.COLUMNS;

  private final ScoreSpec spec;
  private final ScoreOperands operands;
  private final ScoreMasking masking;
  private final Operand logSums;
  private final Operand cotangent;
  private final Operand sums;
  private final ScoreGradients out;

  /** Row lengths of the sums of queries and keys, and of values. */
  private final int padded;

  private final int paddedValue;

  private final int paddedQueries;
  private final int parts;

  private SimdAttentionGradient(
      ScoreSpec spec,
      ScoreOperands operands,
      Operand logSums,
      Operand cotangent,
      Operand sums,
      ScoreGradients out) {
    this.spec = spec;
    this.operands = operands;
    this.masking = new ScoreMasking(spec, operands);
    this.logSums = logSums;
    this.cotangent = cotangent;
    this.sums = sums;
    this.out = out;
    this.padded = ScorePacking.padded(spec.size(), WIDTH);
    this.paddedValue = ScorePacking.padded(spec.valueSize(), WIDTH);
    this.paddedQueries = ScorePacking.padded(spec.queries(), QUERIES);
    int groups = spec.batch() * spec.groups();
    int blocks = (spec.keys() + KEYS - 1) / KEYS;
    this.parts =
        groups >= SimdAttention.MANY_GROUPS
            ? 1
            : Math.clamp(
                2 * SimdAttention.MANY_GROUPS / Math.max(1, groups), 1, Math.max(1, blocks));
  }

  public static void run(
      ScoreSpec spec,
      ScoreOperands operands,
      Operand logSums,
      Operand cotangent,
      Operand sums,
      ScoreGradients out) {
    new SimdAttentionGradient(spec, operands, logSums, cotangent, sums, out).run();
  }

  private void run() {
    int groups = spec.batch() * spec.groups();
    Parallel.forRange(
        groups,
        groups >= SimdAttention.MANY_GROUPS ? 1 : SimdAttention.MANY_GROUPS,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            try (var group = new Group(i / spec.groups(), i % spec.groups())) {
              group.run();
            }
          }
        });
  }

  /** Keys and values of a group with the sums of their cotangents. */
  private final class Group implements AutoCloseable {

    private final int batch;
    private final int group;
    private final Scratch scratch = new Scratch();
    private final float[] keys;
    private final float[] keyPanels;
    private final float[] values;
    private final float[] keySums = scratch.zeros((spec.keys() + ScoreGemm.ROWS) * padded);
    private final float[] valueSums = scratch.zeros((spec.keys() + ScoreGemm.ROWS) * paddedValue);

    Group(int batch, int group) {
      this.batch = batch;
      this.group = group;
      var key = ScorePacking.of(operands.key(), batch, group, spec.keys(), spec.size());
      keys = key.byRows(scratch);
      keyPanels = key.panels(spec.keys(), 1f, scratch);
      values =
          ScorePacking.of(operands.value(), batch, group, spec.keys(), spec.valueSize())
              .byRows(scratch);
    }

    void run() {
      for (int h = 0; h < spec.headsPerGroup(); h++) {
        try (var head = new Head(batch, group * spec.headsPerGroup() + h)) {
          Parallel.forRange(parts, 1, (from, to) -> visit(head, from, to));
          head.store();
        }
      }
      store(keySums, padded, spec.keys(), spec.size(), 1f, out.key(), batch, group);
      store(valueSums, paddedValue, spec.keys(), spec.valueSize(), 1f, out.value(), batch, group);
    }

    /** Visits the queries of a head with the keys of some parts. */
    private void visit(Head head, int from, int to) {
      int blocks = (spec.keys() + KEYS - 1) / KEYS;
      try (var tile = new Tile(this, head)) {
        for (int part = from; part < to; part++) {
          int end = (int) ((part + 1L) * blocks / parts) * KEYS;
          for (int key = (int) ((long) part * blocks / parts) * KEYS; key < end; key += KEYS) {
            tile.run(key, Math.min(KEYS, spec.keys() - key), part * paddedQueries * padded);
          }
        }
      }
    }

    @Override
    public void close() {
      scratch.close();
    }
  }

  private static void store(
      float[] rows,
      int step,
      int count,
      int size,
      float scale,
      Operand target,
      int batch,
      int head) {
    int[] s = target.strides();
    float[] to = target.buffer().floats();
    for (int i = 0; i < count; i++) {
      int at = target.offset() + batch * s[0] + i * s[1] + head * s[2];
      for (int d = 0; d < size; d++) {
        to[at + d * s[3]] = rows[i * step + d] * scale;
      }
    }
  }

  /**
   * Queries and cotangents of a head, the values of each query, and the query sums of each part.
   */
  private final class Head implements AutoCloseable {

    private final int batch;
    private final int head;
    private final Scratch scratch = new Scratch();
    private final float[] transposed = scratch.floats(paddedQueries * spec.size());
    private final float[] panels;
    private final float[] transposedCotangent = scratch.floats(paddedQueries * spec.valueSize());
    private final float[] cotangentPanels;
    private final float[] shift = scratch.zeros(paddedQueries);
    private final float[] weight = scratch.zeros(paddedQueries);
    private final float[] live = scratch.zeros(paddedQueries);
    private final float[] slopeSums = scratch.zeros(paddedQueries);
    private final float[] querySums = scratch.zeros(parts * paddedQueries * padded);
    private final boolean[] seesNone = new boolean[paddedQueries / QUERIES];

    Head(int batch, int head) {
      this.batch = batch;
      this.head = head;
      var query = ScorePacking.of(operands.query(), batch, head, spec.queries(), spec.size());
      query.transposed(0, paddedQueries, (float) spec.scale(), transposed);
      panels = query.panels(paddedQueries, (float) spec.scale(), scratch);
      var ct = ScorePacking.of(cotangent, batch, head, spec.queries(), spec.valueSize());
      ct.transposed(0, paddedQueries, 1f, transposedCotangent);
      cotangentPanels = ct.panels(paddedQueries, 1f, scratch);
      for (int t = 0; t < spec.queries(); t++) {
        shift[t] = perQuery(logSums, t);
        boolean none = ScoreSpec.seesNone(shift[t]);
        weight[t] = none ? 1f / spec.keys() : 1f;
        live[t] = none ? 0f : 1f;
        slopeSums[t] = none ? 0f : perQuery(sums, t);
        seesNone[t / QUERIES] |= none;
      }
    }

    private float perQuery(Operand x, int t) {
      int[] s = x.strides();
      return x.buffer().floats()[x.offset() + batch * s[0] + head * s[1] + t * s[2]];
    }

    void store() {
      int length = paddedQueries * padded;
      for (int part = 1; part < parts; part++) {
        for (int i = 0; i < length; i++) {
          querySums[i] += querySums[part * length + i];
        }
      }
      SimdAttentionGradient.store(
          querySums,
          padded,
          spec.queries(),
          spec.size(),
          (float) spec.scale(),
          out.query(),
          batch,
          head);
    }

    @Override
    public void close() {
      scratch.close();
    }
  }

  /** Working memory for one tile after another, used by one thread. */
  private final class Tile implements AutoCloseable {

    private final Group group;
    private final Head head;
    private final Scratch scratch = new Scratch();
    private final float[] scores = scratch.floats(KEYS * QUERIES);
    private final float[] slopes = scratch.floats(KEYS * QUERIES);
    private final float[] product =
        scratch.floats(Math.max(KEYS, QUERIES) * Math.max(padded, paddedValue));
    private final float[] ones = scratch.floats(Math.max(KEYS, QUERIES));

    Tile(Group group, Head head) {
      this.group = group;
      this.head = head;
      Arrays.fill(ones, 1f);
    }

    /** Visits all queries that see some keys. */
    void run(int key, int keys, int sumsAt) {
      for (int query = 0; query < spec.queries(); query += QUERIES) {
        int queries = Math.min(QUERIES, spec.queries() - query);
        boolean seen = spec.endKey(query + queries - 1) > key && spec.firstKey(query) < key + keys;
        if (seen || head.seesNone[query / QUERIES]) {
          visit(key, keys, query, queries, sumsAt + query * padded);
        }
      }
    }

    private void visit(int key, int keys, int query, int queries, int sumsAt) {
      int size = spec.size();
      int valueSize = spec.valueSize();
      int rows = ScorePacking.padded(keys, ScoreGemm.ROWS);
      int width = ScorePacking.padded(queries, WIDTH);
      int panels = width / WIDTH;
      ScoreGemm.run(
          group.keys,
          key * size,
          size,
          1,
          rows,
          size,
          head.transposed,
          query * size,
          WIDTH * size,
          panels,
          scores,
          width);
      ScoreGemm.run(
          group.values,
          key * valueSize,
          valueSize,
          1,
          rows,
          valueSize,
          head.transposedCotangent,
          query * valueSize,
          WIDTH * valueSize,
          panels,
          slopes,
          width);
      masking.apply(scores, head.batch, head.head, key, keys, query, queries, width);
      ScoreCode.weigh(
          scores, slopes, head.shift, head.weight, head.live, head.slopeSums, query, keys, width);
      storeSlopes(key, keys, query, queries, width);
      toKeys(scores, head.cotangentPanels, paddedValue, rows, query, width);
      ScoreCode.add(group.valueSums, key * paddedValue, ones, product, keys, paddedValue);
      toKeys(slopes, head.panels, padded, rows, query, width);
      ScoreCode.add(group.keySums, key * padded, ones, product, keys, padded);
      ScoreGemm.run(
          slopes,
          0,
          1,
          width,
          width,
          keys,
          group.keyPanels,
          key * WIDTH,
          spec.keys() * WIDTH,
          padded / WIDTH,
          product,
          padded);
      ScoreCode.add(head.querySums, sumsAt, ones, product, width, padded);
    }

    /** Multiplies a key x query tile by rows of the queries. */
    private void toKeys(
        float[] tile, float[] rowPanels, int columns, int rows, int query, int width) {
      ScoreGemm.run(
          tile,
          0,
          width,
          1,
          rows,
          width,
          rowPanels,
          query * WIDTH,
          paddedQueries * WIDTH,
          columns / WIDTH,
          product,
          columns);
    }

    private void storeSlopes(int key, int keys, int query, int queries, int width) {
      var bias = out.bias();
      if (bias == null) {
        return;
      }
      int[] s = bias.strides();
      float[] to = bias.buffer().floats();
      for (int i = 0; i < queries; i++) {
        int at = bias.offset() + head.batch * s[0] + head.head * s[1] + (query + i) * s[2];
        for (int j = 0; j < keys; j++) {
          to[at + (key + j) * s[3]] = slopes[j * width + i];
        }
      }
    }

    @Override
    public void close() {
      scratch.close();
    }
  }
}
