"""The programs of ./run bench programs in JAX: a function of the case, which gives a function of its operands.

The formulas are those of LearningPrograms, SciencePrograms and SequencePrograms, line by line.
"""
import math


def table(jax, jnp, lax):
    nn, image = jax.nn, ("NHWC", "HWIO", "NHWC")

    def conv(x, k, padding="SAME"):
        return lax.conv_general_dilated(x, k, (1, 1), padding, dimension_numbers=image)

    def norm(x):
        return (x - x.mean(-1, keepdims=True)) / jnp.sqrt(x.var(-1, keepdims=True) + 1e-5)

    def block(x, qkv, out, up, down):
        b, t, w = x.shape
        parts = (norm(x) @ qkv).reshape(b, t, 3, 4, w // 4)
        scores = jnp.einsum("bqhd,bkhd->bhqk", parts[:, :, 0], parts[:, :, 1]) / math.sqrt(w // 4)
        heads = jnp.einsum("bhqk,bkhd->bqhd", nn.softmax(scores), parts[:, :, 2])
        y = x + heads.reshape(b, t, w) @ out
        return ((y + nn.gelu(norm(y) @ up) @ down) ** 2).mean()

    def swiglu(x, scale, gate, up, down):
        rows = x / jnp.sqrt((x * x).mean(-1, keepdims=True) + 1e-6) * scale
        return ((nn.silu(rows @ gate) * (rows @ up) @ down) ** 2).mean()

    def cross_entropy(x, w, labels):
        return -jnp.take_along_axis(nn.log_softmax(x @ w), labels[:, None], 1).mean()

    def hessian_product(data, a, b, c, d):
        loss = lambda w: (jnp.tanh(jnp.tanh(data @ w[0]) @ w[1]) ** 2).mean()
        return jax.jvp(jax.grad(loss), ((a, b),), ((c, d),))[1]

    def lstm(x, of_input, of_state):
        w = x.shape[2]

        def step(state, u):
            z = u @ of_input + state[0] @ of_state
            cell = nn.sigmoid(z[:, :w] + 1) * state[1] + nn.sigmoid(z[:, w:2 * w]) * jnp.tanh(z[:, 2 * w:3 * w])
            h = nn.sigmoid(z[:, 3 * w:]) * jnp.tanh(cell)
            return (h, cell), h

        zeros = jnp.zeros(x.shape[1:], x.dtype)
        return (lax.scan(step, (zeros, zeros), x)[1] ** 2).mean()

    def conv_block(x, first, second):
        y = conv(x, first)
        y = (y - y.mean((0, 1, 2), keepdims=True)) / jnp.sqrt(y.var((0, 1, 2), keepdims=True) + 1e-5)
        return ((conv(nn.relu(y), second) + x) ** 2).mean()

    def contrastive(x, y):
        unit = lambda a: a / jnp.sqrt((a * a).sum(-1, keepdims=True) + 1e-6)
        scores = unit(x) @ unit(y).T * 10
        return -(jnp.diagonal(nn.log_softmax(scores)) + jnp.diagonal(nn.log_softmax(scores.T))).mean()

    def mixture(x, y, w, scales, means, shares):
        h = jnp.tanh(x @ w)
        s = h @ scales
        far = (y - h @ means) / jnp.exp(s)
        return -nn.logsumexp(nn.log_softmax(h @ shares) - s - far ** 2 * 0.5, 1).mean()

    def example_gradients(x, labels, first, second):
        loss = lambda w, u, v: -nn.log_softmax(nn.relu(u @ w[0]) @ w[1])[v]
        g = jax.vmap(jax.grad(loss), (None, 0, 0))((first, second), x, labels)
        norms = jnp.sqrt((g[0] ** 2).sum((1, 2)) + (g[1] ** 2).sum((1, 2)))
        k = jnp.minimum(1 / (norms + 1e-6), 1.0)
        return jnp.einsum("b,bij->ij", k, g[0]), jnp.einsum("b,bij->ij", k, g[1])

    def focal(x, is_true):
        share = nn.sigmoid(x * jnp.where(is_true, 1.0, -1.0).astype(x.dtype))
        return -((1 - share) ** 2 * jnp.log(share)).mean()

    def policy(logits, before, actions, gains):
        chosen = lambda x: jnp.take_along_axis(nn.log_softmax(x), actions[:, None], 1)[:, 0]
        ratio = jnp.exp(chosen(logits) - chosen(before))
        entropy = (nn.softmax(logits) * nn.log_softmax(logits)).sum(1).mean()
        return -jnp.minimum(ratio * gains, jnp.clip(ratio, 0.8, 1.2) * gains).mean() + 0.01 * entropy

    def triplet(x, near, far):
        return jnp.maximum(((x - near) ** 2).sum(1) - ((x - far) ** 2).sum(1) + 1, 0.0).mean()

    def divergence(mean, scale):
        return -(scale * 2 + 1 - mean ** 2 - jnp.exp(scale * 2)).sum(1).mean()

    def graph(x, sources, targets, ofsums, own):
        for _ in range(2):
            sums = jax.ops.segment_sum(jnp.take(x, sources, 0), targets, x.shape[0])
            x = nn.relu(sums @ ofsums + x @ own)
        return (x * x).mean()

    def runge_kutta(start, steps):
        def f(x):
            return jnp.stack([(x[1] - x[0]) * 10, x[0] * (28 - x[2]) - x[1], x[0] * x[1] - x[2] * (8 / 3)])

        def step(x, _):
            k1 = f(x)
            k2 = f(x + k1 * 0.005)
            k3 = f(x + k2 * 0.005)
            k4 = f(x + k3 * 0.01)
            n = x + (k1 + (k2 + k3) * 2 + k4) * (0.01 / 6)
            return n, n

        return lax.scan(step, start, jnp.arange(steps))[1]

    def kalman(seen, motion, view):
        n, t = motion.shape[0], seen.dtype
        moves, eye = motion + jnp.eye(n, dtype=t) * 0.8, jnp.eye(n, dtype=t)

        def step(state, y):
            m = moves @ state[0]
            c = moves @ state[1] @ moves.T + eye * 0.1
            e = view @ c @ view.T + jnp.eye(2, dtype=t) * 0.2
            g = jnp.linalg.solve(e, view @ c).T
            m = m + g @ (y - view @ m)
            return (m, c - g @ view @ c), m

        return lax.scan(step, (jnp.zeros(n, t), eye), seen)[1]

    def newton(x):
        goal = jnp.abs(x) + 1
        return lax.while_loop(lambda s: (s[1] < 12) & (jnp.max(jnp.abs(s[0] * s[0] - goal)) >= 0),
                              lambda s: ((s[0] * 2 + goal / (s[0] * s[0])) / 3, s[1] + 1), (goal, jnp.int32(0)))[0]

    def leapfrog(x, bowl, steps):
        shape = bowl @ bowl.T / x.shape[0]

        def body(i, s):
            half = s[1] - shape @ s[0] * 0.005
            n = s[0] + half * 0.01
            return n, half - shape @ n * 0.005

        return lax.fori_loop(0, steps, body, (x, jnp.zeros_like(x)))

    def langevin(noise):
        slope = jax.grad(lambda y: (y ** 2 * y ** 2).sum() * 0.25)

        def step(x, z):
            n = x - slope(x) * 0.01 + z * 0.1
            return n, n

        return lax.scan(step, jnp.zeros(noise.shape[1], noise.dtype), noise)[1]

    def bodies(x, speed):
        def body(i, s):
            apart = s[0][None] - s[0][:, None]
            square = (apart * apart).sum(2) + 0.01
            n = s[1] + (apart / (square * jnp.sqrt(square))[:, :, None]).sum(1) * 1e-4
            return s[0] + n * 0.01, n

        return lax.fori_loop(0, 10, body, (x, speed))

    def laplacian(u):
        return jnp.roll(u, 1, 0) + jnp.roll(u, -1, 0) + jnp.roll(u, 1, 1) + jnp.roll(u, -1, 1) - u * 4

    def reaction(u, v):
        def body(i, s):
            rate = s[0] * s[1] ** 2
            return (s[0] + laplacian(s[0]) * 0.16 - rate + (1 - s[0]) * 0.03,
                    s[1] + laplacian(s[1]) * 0.08 + rate - s[1] * 0.09)

        return lax.fori_loop(0, 50, body, (u, v))

    def option(paths, start, spread):
        return jnp.maximum(jnp.exp(paths * spread - spread ** 2 * 0.5) * start - 0.5, 0.0).mean()

    def sinkhorn(x):
        costs = x * 10

        def body(i, s):
            u = -nn.logsumexp(costs + s[1][None], 1)
            return u, -nn.logsumexp(costs + u[:, None], 0)

        return lax.fori_loop(0, 50, body, (jnp.zeros(x.shape[0], x.dtype), jnp.zeros(x.shape[1], x.dtype)))

    def gaussian_process(x, scales, y):
        x, t = x * jnp.exp(scales), x.dtype
        s = (x * x).sum(1)
        k = jnp.exp((s[:, None] + s - x @ x.T * 2) * -0.5) + jnp.eye(len(x), dtype=t) * 0.5
        l = jnp.linalg.cholesky(k)
        z = jax.scipy.linalg.solve_triangular(l, y[:, None], lower=True)
        return (z * z).sum() * 0.5 + jnp.log(jnp.diagonal(l)).sum()

    def matrix_power(a):
        def body(i, x):
            y = x @ a
            return y / jnp.max(jnp.abs(y))

        return lax.fori_loop(0, 30, body, a)

    def conjugate_gradient(a, b):
        def body(s):
            x, r, p, q, n = s
            along = a @ p
            step = q / (p * along).sum()
            r = r - along * step
            square = (r * r).sum()
            return x + p * step, r, r + p * (square / q), square, n + 1

        return lax.while_loop(lambda s: (s[3] >= 0) & (s[4] < 30), body,
                              (jnp.zeros_like(b), b, b, (b * b).sum(), jnp.int32(0)))[0]

    def page_rank(links):
        steps, n = links / links.sum(0, keepdims=True), links.shape[0]
        return lax.fori_loop(0, 40, lambda i, r: steps @ r * 0.85 + 0.15 / n, jnp.ones(n, links.dtype) / n)

    def means(x, centres):
        near = jnp.argmin((centres ** 2).sum(1) - x @ centres.T * 2, 1)
        sizes = jax.ops.segment_sum(jnp.ones(x.shape[0], x.dtype), near, centres.shape[0])
        return jax.ops.segment_sum(x, near, centres.shape[0]) / jnp.maximum(sizes, 1.0)[:, None]

    def returns(rewards, values):
        def step(later, s):
            n = s[0] + later * 0.95 + s[1] * 0.04
            return n, n

        return lax.scan(step, jnp.zeros(rewards.shape[1], rewards.dtype), (rewards, values), reverse=True)[1]

    def moving_average(x):
        def step(mean, u):
            n = mean * 0.9 + u * 0.1
            return n, n

        return lax.scan(step, jnp.zeros(x.shape[1], x.dtype), x)[1]

    def forward(seen, moves):
        def step(s, u):
            n = nn.logsumexp(s[:, None] + moves, 0) + u
            return n, n

        return lax.scan(step, jnp.zeros(seen.shape[1], seen.dtype), seen)[1]

    def best_path(seen, moves):
        def step(s, u):
            ways = s[:, None] + moves
            return jnp.max(ways, 0) + u, jnp.argmax(ways, 0).astype(jnp.int32)

        return lax.scan(step, jnp.zeros(seen.shape[1], seen.dtype), seen)[1]

    def values(moves, rewards):
        shares = moves / moves.sum(2, keepdims=True)
        return lax.fori_loop(0, 100, lambda i, v: jnp.max(rewards + shares @ v * 0.95, 0),
                             jnp.zeros(moves.shape[1], moves.dtype))

    def recurrence(gates, x):
        return lax.associative_scan(lambda a, b: (a[0] * b[0], a[1] * b[0] + b[1]), (nn.sigmoid(gates), x))[1]

    def similarity(x, y):
        windows = lambda a: conv(a, jnp.ones((8, 8, 1, 1), a.dtype) / 64, "VALID")
        mx, my = windows(x), windows(y)
        sx, sy, common = windows(x * x) - mx * mx, windows(y * y) - my * my, windows(x * y) - mx * my
        m = (mx * my * 2 + 1e-4) / (mx * mx + my * my + 1e-4)
        return (m * ((common * 2 + 9e-4) / (sx + sy + 9e-4))).mean()

    def edges(x):
        k = jnp.array([-1, 0, 1, -2, 0, 2, -1, 0, 1], x.dtype).reshape(3, 3, 1, 1)
        strength = jnp.sqrt(conv(x, k) ** 2 + conv(x, k.swapaxes(0, 1)) ** 2)
        return jnp.where(strength > 0.5, strength, 0.0)

    def filter_bank(x, filters):
        return lax.conv_general_dilated(x, filters, (1,), "SAME", dimension_numbers=("NWC", "WIO", "NWC")) ** 2

    def next_token(query, keys, kept):
        half = query.shape[-1] // 2
        angles = jnp.exp(jnp.arange(half, dtype=query.dtype) * (-9.2 / half)) * keys.shape[1]
        q = query[:, None]
        a, b = q[..., :half], q[..., half:]
        q = jnp.concatenate([a * jnp.cos(angles) - b * jnp.sin(angles), b * jnp.cos(angles) + a * jnp.sin(angles)], -1)
        weights = nn.softmax(q @ keys.swapaxes(1, 2) / math.sqrt(query.shape[1]))
        return (weights @ kept)[:, 0]

    def bilinear(pictures, angle):
        n, side = pictures.shape[:2]
        flat = pictures.reshape(n, side * side)
        places = jnp.arange(side, dtype=pictures.dtype) - side / 2
        down, across = places.reshape(1, side, 1), places.reshape(1, 1, side)
        y = jnp.clip(jnp.cos(angle) * down - jnp.sin(angle) * across + side / 2, 0, side - 1.001)
        x = jnp.clip(jnp.sin(angle) * down + jnp.cos(angle) * across + side / 2, 0, side - 1.001)
        below, right = y - jnp.floor(y), x - jnp.floor(x)
        at = (jnp.floor(y).astype(jnp.int32) * side + jnp.floor(x).astype(jnp.int32)).reshape(n, side * side)
        take = lambda i: jnp.take_along_axis(flat, i, 1).reshape(n, side, side)
        return (take(at) * (1 - below) * (1 - right) + take(at + 1) * (1 - below) * right
                + take(at + side) * below * (1 - right) + take(at + side + 1) * below * right)

    def beam(scores, before):
        b, beams, words = scores.shape
        best, at = lax.top_k((before[:, :, None] + nn.log_softmax(scores)).reshape(b, beams * words), beams)
        return best, at // words, at % words

    plain = {
        "block": block, "swiglu": swiglu, "crossEntropy": cross_entropy, "hessianProduct": hessian_product,
        "lstm": lstm, "convBlock": conv_block, "contrastive": contrastive, "mixture": mixture,
        "exampleGradients": example_gradients, "focal": focal, "policy": policy, "triplet": triplet,
        "divergence": divergence, "graph": graph, "kalman": kalman, "newton": newton, "langevin": langevin,
        "bodies": bodies, "reaction": reaction, "option": option, "sinkhorn": sinkhorn,
        "gaussianProcess": gaussian_process, "matrixPower": matrix_power, "conjugateGradient": conjugate_gradient,
        "pageRank": page_rank, "means": means, "returns": returns, "movingAverage": moving_average,
        "forward": forward, "bestPath": best_path, "values": values, "recurrence": recurrence,
        "similarity": similarity, "edges": edges, "filterBank": filter_bank, "nextToken": next_token,
        "bilinear": bilinear, "beam": beam,
        "heat": lambda u: lax.fori_loop(0, 100, lambda i, x: x + laplacian(x) * 0.2, u),
    }
    programs = {"users." + name: (lambda f: lambda c: f)(f) for name, f in plain.items()}
    # Programs whose number of steps is in no shape.
    programs["users.rungeKutta"] = lambda c: lambda x: runge_kutta(x, c.sizes[0])
    programs["users.leapfrog"] = lambda c: lambda x, bowl: leapfrog(x, bowl, c.sizes[1])
    return programs
